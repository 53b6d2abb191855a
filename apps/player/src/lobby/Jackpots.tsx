/** The progressive jackpots of the chosen brand, as counters that rise. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Brand, Jackpot } from "@reelcast/contract";
import { Money, Skeleton } from "@reelcast/ui";
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
  return <Money minor={shown} className="font-bold text-gold roomy:text-2xl" />;
}

/** undefined: not loaded yet. If loading fails, the pushed ones are shown. */
function useJackpots(): readonly Jackpot[] | undefined {
  const { data, isError } = useQuery({ queryKey: JACKPOTS, queryFn: () => call("jackpots"), staleTime: 60_000 });
  return data ?? (isError ? [] : undefined);
}

export default function Jackpots({ brand }: { brand: Brand }) {
  const t = useT();
  const wanted = jackpotIds([brand]);
  const jackpots = useJackpots();
  const shown = jackpots && wanted.flatMap((id) => jackpots.find((jackpot) => jackpot.id === id) ?? []);
  if (shown?.length === 0) return null;
  return (
    // Where there are more of them than fit, the keyboard scrolls them.
    <section
      aria-label={t("lobby.jackpots")}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls can be focused
      tabIndex={0}
      className="scroll-row -mx-3 mb-1.5 px-3 sm:-mx-6 sm:px-6 roomy:mb-4 across:mx-0 across:shrink-0 across:px-0"
    >
      <dl className="flex gap-3">
        {shown === undefined
          ? wanted.map((id) => <Skeleton key={id} className="h-11 min-w-44 grow rounded-lg roomy:h-[68px]" />)
          : shown.map(({ id, name, amount }) => (
              <div
                key={id}
                className="flex h-11 min-w-44 grow items-center justify-center gap-2 rounded-lg border border-gold/50 bg-[linear-gradient(160deg,var(--color-shine),var(--color-raised))] px-4 text-center roomy:block roomy:h-auto roomy:py-2"
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
