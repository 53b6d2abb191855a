/** The progressive jackpots of the active brand, as counters that rise. */
import type { Jackpot } from "@reelcast/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "../api/index.ts";
import { useT } from "../i18n/index.ts";
import { Money, Skeleton } from "../ui/index.ts";
import { isOver, towards, valueAt } from "./counting.ts";
import type { Count } from "./counting.ts";
import { JACKPOTS } from "./list.ts";

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

/** @param ids comma-separated, as in a brand's `jackpot` */
export default function Jackpots({ ids }: { ids: string }) {
  const t = useT();
  const wanted = ids.split(",").map(Number);
  const jackpots = useJackpots();
  const shown = jackpots?.filter(({ id }) => wanted.includes(id));
  if (shown?.length === 0) return null;
  return (
    <section aria-label={t("lobby.jackpots")} className="scroll-row -mx-3 px-3 pb-4">
      <dl className="flex gap-3">
        {shown === undefined
          ? wanted.map((id) => <Skeleton key={id} className="h-[68px] w-44 rounded-lg" />)
          : shown.map(({ id, name, amount }) => (
              <div
                key={id}
                className="min-w-44 grow rounded-lg border border-gold/30 bg-[linear-gradient(160deg,var(--color-shine),var(--color-raised))] px-4 py-2 text-center sm:grow-0"
              >
                <dt className="text-sm text-muted">{name}</dt>
                <dd>
                  <Counter amount={amount} />
                </dd>
              </div>
            ))}
      </dl>
    </section>
  );
}
