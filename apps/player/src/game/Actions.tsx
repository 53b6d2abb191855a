/** Money in and out, autoplay, and the one big button that says what pressing it does now. */
import { settingText } from "@reelcast/contract";
import { settings } from "../api/index.ts";
import { useLanguage, useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { AutoplayIcon, Button, CashOutIcon, PlayIcon, WalletIcon, cx, useMoney } from "../ui/index.ts";
import type { Controls } from "./useControls.ts";

export interface ActionsProps {
  view: SeatView;
  controls: Controls;
  onDeposit: () => void;
}

/** There is nothing to do but to deposit. */
const isEmpty = ({ meters }: SeatView) => meters?.credit === 0 && meters.phase === "idle";

export function Actions({ view, controls, onDeposit }: ActionsProps) {
  const t = useT();
  const { connection, transfer } = view;
  return (
    <>
      <div className="grid grid-cols-2 gap-2 across:grid-cols-1 across:gap-1">
        <TransferButtons view={view} controls={controls} onDeposit={onDeposit} />
      </div>
      <div className="flex gap-2 *:last:grow across:gap-1">
        {view.playRules.autoplay ? <AutoplayButton controls={controls} /> : null}
        <MainButton view={view} controls={controls} />
      </div>
      {connection.kind === "live" && isEmpty(view) && transfer === null ? (
        <p className="text-center text-sm text-muted across:hidden">{t("game.noFunds")}</p>
      ) : null}
    </>
  );
}

function TransferButtons({ view, controls: { mayTransfer, withdraw }, onDeposit }: ActionsProps) {
  const t = useT();
  const money = useMoney();
  const language = useLanguage();
  const depositText = settingText(settings(), "depositText", language);
  const withdrawText = settingText(settings(), "withdrawText", language);
  const credit = view.meters?.credit ?? 0;
  return (
    <>
      <Button
        icon={<WalletIcon />}
        tone={isEmpty(view) ? "main" : "plain"}
        disabled={!mayTransfer}
        onClick={onDeposit}
        className={cx("px-2 [&>svg]:shrink-0", !isEmpty(view) && "text-cash")}
        aria-label={t("game.deposit", { text: depositText })}
      >
        {depositText}
      </Button>
      <Button
        icon={<CashOutIcon />}
        disabled={!mayTransfer || credit === 0}
        busy={view.transfer?.kind === "cashout"}
        onClick={withdraw}
        className="px-2 text-credit [&>svg]:shrink-0"
      >
        {credit > 0 ? t("game.withdraw", { text: withdrawText, amount: money(credit, true) }) : withdrawText}
      </Button>
    </>
  );
}

function AutoplayButton({ controls: { autoplay, mayAutoplay, toggleAutoplay } }: Pick<ActionsProps, "controls">) {
  const t = useT();
  return (
    <Button
      aria-pressed={autoplay.on}
      aria-label={t("game.autoplay")}
      title={t("game.autoplay")}
      disabled={!mayAutoplay && !autoplay.on}
      onClick={toggleAutoplay}
      className={cx(
        "min-h-16 w-18 flex-col gap-0.5 rounded-lg px-0 py-1 text-xs wrap-normal whitespace-normal figures across:min-h-14 across:w-12",
        autoplay.on && "bg-gold/15 text-gold ring-gold",
      )}
    >
      <AutoplayIcon
        size={24}
        className={cx(autoplay.on && "motion-safe:animate-[spin_3s_linear_infinite]")}
        aria-hidden="true"
      />
      {/* The count is not part of the button's name: the name would change after each game. */}
      <span
        aria-hidden="true"
        data-remaining={autoplay.remaining}
        className={autoplay.on ? "before:content-[attr(data-remaining)]" : "leading-tight across:hidden"}
      >
        {autoplay.on ? null : t("game.autoplay")}
      </span>
    </Button>
  );
}

function MainButton({ view, controls: { action, pressMain } }: Pick<ActionsProps, "view" | "controls">) {
  const t = useT();
  const labels = { play: t("game.play"), stop: t("game.stop"), takeWin: t("game.takeWin") };
  return (
    <Button
      tone={isEmpty(view) ? "plain" : "main"}
      icon={<PlayIcon size={26} fill="currentColor" className="rtl:-scale-x-100 across:hidden" />}
      disabled={action === null}
      onClick={pressMain}
      className={cx(
        "min-h-16 rounded-lg text-xl across:min-h-14 across:px-1 across:text-lg",
        action?.does === "takeWin" && "animate-pulse",
        action && view.pressing.includes(action.control) && "scale-[.98] brightness-110",
      )}
    >
      {labels[action?.does ?? "play"]}
    </Button>
  );
}
