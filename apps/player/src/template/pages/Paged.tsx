/** Results page by page. Give it the query as `key`, so that another query begins at the first page. */
import { useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Button } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";

export interface PagedProps<T> {
  all: readonly T[];
  /** Size of a page. */
  step: number;
  children: (shown: readonly T[]) => ReactNode;
}

/** The focus stays on the button while there is more, and goes to the count once there is none. */
export function Paged<T>({ all, step, children }: PagedProps<T>) {
  const t = useT();
  const [most, setMost] = useState(step);
  const count = useRef<HTMLParagraphElement>(null);
  const lastPressed = useRef(false);
  const hasMore = most < all.length;
  useLayoutEffect(() => {
    if (hasMore || !lastPressed.current) return;
    lastPressed.current = false;
    count.current?.focus({ preventScroll: true });
  }, [hasMore]);
  return (
    <>
      {children(all.slice(0, most))}
      {all.length > step ? (
        <div className="flex flex-col items-center gap-3 pt-5">
          {hasMore ? (
            <Button
              // The arrow keys walk on to it.
              data-result=""
              className="w-full max-w-56"
              onClick={() => {
                lastPressed.current = most + step >= all.length;
                setMost(most + step);
              }}
            >
              {t("pages.loadMore")}
            </Button>
          ) : null}
          <p ref={count} role="status" tabIndex={-1} className="figures rounded-sm text-sm text-muted">
            {t("pages.shown", { shown: Math.min(most, all.length), total: all.length })}
          </p>
        </div>
      ) : null}
    </>
  );
}
