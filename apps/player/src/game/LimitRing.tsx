/** The quiet mode: a ring around Play that empties towards the player's own limit of losses or of time, with what is left of it. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { cx } from "@reelcast/ui";
import { accountCall } from "../api/account.ts";
import { useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { useOwnMoneyText } from "../shell/ownMoney.tsx";
import { nearestLimit } from "./ownLimit.ts";

/** Minutes at the machine are counted by the server. */
const READ_EVERY_MS = 30_000;
/** Of what is left, 0 … 1. */
const LITTLE = 0.25;
const HALF = 0.5;

export interface LimitRingProps {
  open: boolean;
  view: SeatView;
}

export default function LimitRing({ open, view }: LimitRingProps) {
  const t = useT();
  const money = useOwnMoneyText();
  const net = view.meters?.net ?? 0;
  const latest = useRef(net);
  useEffect(() => {
    latest.current = net;
  });
  const { data } = useQuery({
    queryKey: ["limitRing", view.session?.id],
    queryFn: async ({ signal }) => {
      const { limits } = await accountCall("protection", {}, { signal });
      return { limits, net: latest.current };
    },
    enabled: open,
    staleTime: 0,
    refetchInterval: READ_EVERY_MS,
  });
  const nearest = open && data ? nearestLimit(data.limits, data.net - net) : null;
  if (!nearest) return null;
  const { kind, left, share } = nearest;
  const rest = kind === "loss" ? money(left) : t("gameParts.minutes", { count: left });
  return (
    <div
      role="img"
      aria-label={t(kind === "loss" ? "gameParts.lossLeft" : "gameParts.timeLeft", { rest })}
      className={cx(
        "pointer-events-none absolute -inset-1",
        share > HALF ? "text-cash" : share > LITTLE ? "text-warning" : "text-error",
      )}
    >
      <svg aria-hidden="true" className="size-full overflow-visible">
        <rect width="100%" height="100%" rx={12} fill="none" strokeWidth={3} className="stroke-line" />
        <rect
          width="100%"
          height="100%"
          rx={12}
          fill="none"
          strokeWidth={3}
          pathLength={100}
          strokeDasharray={`${share * 100} 100`}
          className={cx("stroke-current transition-[stroke-dasharray] duration-500", share === 0 && "hidden")}
        />
      </svg>
      <span
        aria-hidden="true"
        className="figures absolute inset-x-0 -top-2.5 mx-auto w-fit max-w-full truncate rounded-full border border-current bg-sunken px-2 text-xs leading-4 font-semibold text-text"
      >
        {rest}
      </span>
    </div>
  );
}
