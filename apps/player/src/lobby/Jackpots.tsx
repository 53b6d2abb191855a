/** The progressive jackpots of all brands, as counters that rise. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Brand, Jackpot } from "@reelcast/contract";
import { Money, Skeleton, cx } from "@reelcast/ui";
import { call } from "../api/index.ts";
import { useT } from "../i18n/index.ts";
import { isOver, towards, valueAt } from "./counting.ts";
import type { Count } from "./counting.ts";
import { JACKPOTS, jackpotIds } from "./list.ts";

function Counter({ amount }: { amount: number }) {
  const count = useRef<Count>({ from: amount, to: amount, since: 0 });
  const [shown, setShown] = useState(amount);
  useEffect(() => {
    let frame = 0;
    count.current = towards(count.current, amount, performance.now());
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const draw = (now: number) => {
      setShown(still ? amount : valueAt(count.current, now));
      if (!still && !isOver(count.current, now)) frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [amount]);
  return <Money minor={shown} className="text-xl font-bold text-gold sm:text-2xl" />;
}

/** undefined: not loaded yet. If loading fails, the pushed ones are shown. */
function useJackpots(): readonly Jackpot[] | undefined {
  const { data, isError } = useQuery({ queryKey: JACKPOTS, queryFn: () => call("jackpots"), staleTime: 60_000 });
  return data ?? (isError ? [] : undefined);
}

export interface JackpotsProps {
  brands: readonly Brand[];
  /** The open brand: its jackpots stand out. */
  active: Brand | null;
}
export default function Jackpots({ brands, active }: JackpotsProps) {
  const t = useT();
  const wanted = jackpotIds(brands);
  const jackpots = useJackpots();
  const shown = jackpots && wanted.flatMap((id) => jackpots.find((jackpot) => jackpot.id === id) ?? []);
  if (shown?.length === 0) return null;
  const ofActive = active ? jackpotIds([active]) : [];
  return (
    // Where there are more of them than fit, the keyboard scrolls them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls can be focused
    <section aria-label={t("lobby.jackpots")} tabIndex={0} className="scroll-row -mx-3 mb-4 px-3 sm:-mx-6 sm:px-6">
      <dl className="flex gap-3">
        {shown === undefined
          ? wanted.map((id) => <Skeleton key={id} className="h-[68px] min-w-44 grow rounded-lg" />)
          : shown.map(({ id, name, amount }) => (
              <div
                key={id}
                className={cx(
                  "min-w-44 grow rounded-lg border bg-[linear-gradient(160deg,var(--color-shine),var(--color-raised))] px-4 py-2 text-center",
                  ofActive.includes(id) ? "border-gold" : "border-gold/30",
                )}
              >
                <dt className="truncate text-sm text-muted">{name}</dt>
                <dd>
                  <Counter amount={amount} />
                </dd>
              </div>
            ))}
      </dl>
    </section>
  );
}
