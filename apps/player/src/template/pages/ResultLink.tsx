/** A result as a link: by the router if it leads within the app. */
import { useNavigate } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";
import type { Entry } from "./useSiteSearch.ts";

export interface ResultLinkProps {
  entry: Entry;
  className?: string;
  children: ReactNode;
}

export function ResultLink({ entry: { href, outside = false }, className, children }: ResultLinkProps) {
  const navigate = useNavigate();
  const go = (event: MouseEvent) => {
    if (outside || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate({ href });
  };
  return (
    <a
      href={href}
      onClick={go}
      className={className}
      {...(outside && { target: "_blank", rel: "noopener noreferrer" })}
      data-result=""
    >
      {children}
    </a>
  );
}
