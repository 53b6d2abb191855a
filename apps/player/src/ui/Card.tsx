/** A raised surface. */
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section {...rest} className={cx("rounded-lg border border-line bg-raised p-5 shadow-raised", className)} />;
}
