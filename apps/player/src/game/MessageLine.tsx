/** One line of fixed height for what the picture must not be covered with: the most serious thing that holds now. */
import { SoundIcon, cx, useMoney } from "@reelcast/ui";
import { useLanguage, useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import type { Celebration } from "../session/winPresentation.ts";
import { useChecking } from "../shell/balance.ts";
import { useNewPlay } from "../shell/newPlay.ts";
import { useOwnMoneyText } from "../shell/ownMoney.tsx";

interface Message {
  text: string;
  look?: string;
  /** The browser wants a tap before it plays sound. */
  sound?: true;
  /** On a small screen that is held across, for screen readers alone. */
  more?: string;
  /** It is long: on a larger one, too. */
  long?: true;
}

/** Left to right within any text. */
const isolated = (text: string) => `\u2066${text}\u2069`;

function useCelebrationText(celebration: Celebration | null): string | null {
  const t = useT();
  const money = useMoney();
  if (celebration === null) return null;
  const { kind } = celebration;
  if (kind === "win") return t(`game.bigWin${celebration.tier}`, { times: celebration.times });
  if (kind === "freeSpinsStart") return t("game.freeSpinsStart", { count: celebration.spins });
  return t("game.freeSpinsEnd", { amount: isolated(money(celebration.amount)) });
}

function useFreeSpinsText({ meters, winPresentation: { freeSpins } }: SeatView): string {
  const t = useT();
  return freeSpins ? t("game.freeSpinsOf", freeSpins) : t("game.freeSpins", { count: meters?.freeSpins ?? 0 });
}

function useMessage({ view, celebration, soundBlocked, zoom }: MessageLineProps): Message | null {
  const t = useT();
  const money = useOwnMoneyText();
  const language = useLanguage();
  const celebrated = useCelebrationText(celebration);
  const freeSpinsText = useFreeSpinsText(view);
  const { connection, meters, transfer } = view;
  const checked = useChecking() ?? 0;
  const newPlay = useNewPlay();
  if (connection.kind !== "live" || !meters) return null;
  const checking = meters.suspense ?? checked;
  const { status, phase, freeSpins, credit } = meters;
  if (status === "offline" || status === "error")
    return {
      text: t(status === "offline" ? "game.offline" : "game.outOfOrder"),
      more: t("game.creditSafe"),
      look: "bg-warning text-on-gold",
    };
  if (phase === "handPay") return { text: t("game.handPayWaits"), look: "bg-gold text-on-gold" };
  if (celebrated !== null)
    return { text: celebrated, look: celebration?.kind === "win" ? "bg-gold text-on-gold" : "bg-bonus text-on-gold" };
  if (!newPlay && phase === "idle")
    return { text: t("game.newPlayPaused"), more: t("game.creditSafe"), look: "bg-warning text-on-gold" };
  if (freeSpins > 0) return { text: freeSpinsText, look: "bg-bonus text-on-gold" };
  if (checking > 0) {
    const amount = money(checking);
    return {
      text: t("shell.checking", { amount: language === "ar" ? isolated(amount) : amount }),
      more: t("shell.checkingShort"),
      long: true,
      look: "bg-info/15 text-info across:bg-sunken/90",
    };
  }
  if (credit === 0 && phase === "idle" && transfer === null) return { text: t("game.noFunds") };
  if (zoom > 1) return { text: t("game.zoomed", { percent: Math.round(zoom * 100) }) };
  return soundBlocked ? { text: t("game.tapForSound"), sound: true } : null;
}

/** Left of the machine's name: at its right a machine may show its free spins. */
const ACROSS =
  "across:ms-23 across:w-[calc(19%-34px)] across:justify-items-start across:px-0 across:text-start across:text-[.6875rem] across:rtl:ms-0 across:rtl:me-23 across:rtl:justify-self-end";

export interface MessageLineProps {
  view: SeatView;
  celebration: Celebration | null;
  soundBlocked: boolean;
  /** Of the picture; 1: none. */
  zoom: number;
}
export function MessageLine(props: MessageLineProps) {
  const message = useMessage(props);
  return (
    // The live region is there before its text, so that screen readers announce the text.
    <p
      role="status"
      data-part="message"
      className={cx(
        "pointer-events-none z-10 grid min-h-7 min-w-0 place-items-center px-2 text-center text-xs leading-3.5 text-muted [grid-area:message] across:min-h-11 across:self-start across:[grid-area:1/1/2/-1] desk:min-h-12 desk:text-[.8125rem] desk:leading-4",
        ACROSS,
      )}
    >
      {message ? (
        <span
          className={cx(
            "line-clamp-5 max-w-full rounded-md px-3 across:line-clamp-6 across:px-1.5",
            message.look ? cx("font-bold", message.look) : "across:bg-sunken/90 across:text-text",
          )}
        >
          {message.sound ? <SoundIcon size={16} className="me-1.5 inline align-[-3px]" /> : null}
          {message.text}
          {message.more === undefined ? null : (
            <span className={message.long ? "across:max-[940px]:sr-only" : "across:max-[720px]:sr-only"}>
              {" "}
              {message.more}
            </span>
          )}
        </span>
      ) : null}
    </p>
  );
}
