/** A link to a screen of the app, or to an external address, maybe in a new tab. */
import { Link } from "@tanstack/react-router";
import type { CSSProperties, ReactNode } from "react";
import { OutsideIcon } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { isActive, targetOf } from "./index.ts";
import type { NavigationItem } from "./index.ts";

// The router marks only the exact address as current; `isActive` decides about the others.
const OWN_ADDRESS = { exact: true };

export interface DestinationProps {
  item: NavigationItem;
  /** The address that is shown now. */
  path: string;
  /** Only its icon has room. */
  folded?: boolean;
  onChoose: (() => void) | undefined;
  className: string;
  style?: CSSProperties;
  children: ReactNode;
}

export function Destination({ item, path, folded = false, onChoose, className, style, children }: DestinationProps) {
  const t = useT();
  const target = targetOf(item);
  if (item.type !== "link")
    return (
      <Link
        activeOptions={OWN_ADDRESS}
        to={item.url ?? "/lobby"}
        onClick={onChoose}
        aria-current={isActive(item, path) ? "page" : undefined}
        className={className}
        style={style}
      >
        {children}
      </Link>
    );
  return (
    <a href={item.url} target={target} rel="noopener noreferrer" className={className} style={style} onClick={onChoose}>
      {children}
      {target === "_blank" ? (
        <>
          {folded ? null : <OutsideIcon size={16} className="shrink-0 text-muted rtl:-scale-x-100" />}
          <span className="sr-only">({t("navigation.newTab")})</span>
        </>
      ) : null}
    </a>
  );
}
