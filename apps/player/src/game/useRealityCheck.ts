/** Opens the reality check when it is due and the machine is idle. Stores in the browser when it was answered. */
import { useState } from "react";
import { useNow } from "@reelcast/ui";
import { browserStore } from "../api/token.ts";
import { answeredFrom, isCheckDue, keepAnswered, secondsPlayed } from "../session/realityCheck.ts";
import type { SeatView } from "../session/seat.ts";

const KEY = "reality_check";

export interface RealityCheck {
  /** It is due: autoplay starts no game. */
  due: boolean;
  /** It is due, and no game is under way. */
  open: boolean;
  /** Seconds played. */
  played: number;
  onContinue: () => void;
}

export function useRealityCheck(view: SeatView): RealityCheck {
  const now = useNow(1_000);
  const [kept, setKept] = useState(() => browserStore.get(KEY));
  const { session, limits, meters, connection, transfer, closing } = view;
  if (!session) return { due: false, open: false, played: 0, onContinue: () => {} };
  const { id, startedAt } = session;
  const due = isCheckDue({ startedAt, minutes: limits?.realityCheckMinutes, now, answered: answeredFrom(kept, id) });
  const played = secondsPlayed({ startedAt, now });
  const still = meters?.phase === "idle" && view.pressing.length === 0 && transfer === null;
  return {
    due,
    open: due && still && connection.kind === "live" && closing === null,
    played,
    onContinue() {
      const answered = keepAnswered(id, played);
      browserStore.set(KEY, answered);
      setKept(answered);
    },
  };
}
