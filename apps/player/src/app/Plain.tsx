/** A screen with a title, a sentence, and what can be done. */
import type { ReactNode } from "react";
import { cx } from "@reelcast/ui";

interface PlainProps {
  title: string;
  text: string;
  /** Stands in the frame, which has the page's one `main`. */
  framed?: boolean;
  children: ReactNode;
}
export function Plain({ title, text, framed = false, children }: PlainProps) {
  const Box = framed ? "div" : "main";
  return (
    <Box tabIndex={-1} className={cx("grid place-items-center p-6 text-center", !framed && "min-h-dvh")}>
      <div className="flex max-w-md flex-col items-center gap-4">
        <h1 className="text-2xl font-semibold">{title}</h1>
        <p className="text-muted">{text}</p>
        {children}
      </div>
    </Box>
  );
}
