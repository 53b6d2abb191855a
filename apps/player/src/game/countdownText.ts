/** The words of a countdown before the seat is given back. */
import { InfoCode } from "@reelcast/contract";
import { errorText, t } from "../i18n/index.ts";
import type { Countdown } from "../session/seat.ts";

export const countdownText = ({ kind, seconds }: Countdown): string =>
  errorText({
    code: kind === "deposit" ? InfoCode.DepositCountdown : InfoCode.IdleCountdown,
    params: { count: seconds },
  });
/** What happens at its end. */
export const consequenceOf = ({ kind }: Countdown): string =>
  t(kind === "deposit" ? "game.depositConsequence" : "game.idleConsequence");
