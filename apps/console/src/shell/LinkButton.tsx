/** A link that looks like a button: it leads to another address of the console. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { cx } from "@reelcast/ui";
import type { ScreenPath } from "../screens/screen.ts";

export interface LinkButtonProps {
  to: ScreenPath | "/" | "/sign-in";
  tone?: "main" | "plain";
  children: ReactNode;
}
export function LinkButton({ to, tone = "plain", children }: LinkButtonProps) {
  return (
    <Link
      to={to}
      className={cx(
        "inline-flex min-h-11 items-center justify-center rounded-md px-4 text-[.9375rem] font-semibold",
        tone === "main"
          ? "bg-gold text-on-gold hover:bg-gold-bright"
          : "bg-lifted text-text ring-1 ring-line ring-inset hover:bg-line",
      )}
    >
      {children}
    </Link>
  );
}
