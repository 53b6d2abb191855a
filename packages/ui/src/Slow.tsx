/** Says that something takes long, also to screen readers, and offers a retry after ten seconds. */
import { useState } from "react";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { Spinner } from "./Loading.tsx";
import { useSlow } from "./useSlow.ts";

export interface SlowProps {
  /** Whether something is awaited now. */
  waiting: boolean;
  /** Shown after a second. */
  label: string;
  /** Shown instead after ten. */
  stuckLabel: string;
  retryLabel: string;
  onRetry: () => void;
  className?: string;
}

/** Stands where the thing will be, without moving what is around it before there is something to say. */
export function Slow({ waiting, label, stuckLabel, retryLabel, onRetry, className }: SlowProps) {
  const [attempt, setAttempt] = useState(0);
  const slowness = useSlow(waiting && attempt);
  if (slowness === "no") return null;
  return (
    <div className={cx("flex flex-wrap items-center justify-center gap-3 text-center", className)}>
      <Spinner label={slowness === "stuck" ? stuckLabel : label} />
      {slowness === "stuck" ? (
        <Button
          onClick={() => {
            setAttempt(attempt + 1);
            onRetry();
          }}
        >
          {retryLabel}
        </Button>
      ) : null}
    </div>
  );
}
