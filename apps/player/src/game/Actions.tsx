/** Money in and out, autoplay, and the one big button that says what pressing it does now. */
import { settingText } from "@reelcast/contract";
import { AutoplayIcon, Button, CashOutIcon, PlayIcon, StopIcon, TakeWinIcon, WalletIcon, cx } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { useLanguage, useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { useMoneyHidden } from "../shell/ownMoney.tsx";
import { usePreferences } from "../shell/preferences.ts";
import { useShownWin } from "./celebration/useShownWin.ts";
import { LimitRing } from "./lazyParts.tsx";
import { SteadyMoney } from "./SteadyMoney.tsx";
import type { Controls } from "./useControls.ts";

/** Of one height, however long its text is and whatever the amount on it. */
const MONEY_BUTTON =
  "min-h-[3rem] min-w-0 px-2 py-0! text-sm [&>svg]:shrink-0 max-[359px]:[&>svg]:hidden across:min-h-11 across:px-1 across:text-xs across:leading-3.5 across:[&>svg]:hidden desk:min-h-0";
/** Of the main button and its neighbour: as large as a thumb likes, on a tall phone larger. */
const MAIN_HEIGHT = "min-h-[clamp(64px,10.5dvh,100px)] desk:min-h-full";

export interface ActionsProps {
  view: SeatView;
  controls: Controls;
  onDeposit: () => void;
}

/** There is nothing to do but to deposit. */
const isEmpty = ({ meters }: SeatView) => meters?.credit === 0 && meters.phase === "idle";

export function Actions({ view, controls, onDeposit }: ActionsProps) {
  const { quiet } = usePreferences();
  return (
    <>
      <div className="grid grid-cols-2 gap-2 across:shrink-0 across:grid-cols-1 across:gap-1.5 desk:w-[clamp(224px,14rem,22vw)] desk:grid-cols-1 desk:grid-rows-2 desk:gap-1.5">
        <TransferButtons view={view} controls={controls} onDeposit={onDeposit} />
      </div>
      <div className="flex gap-2 *:last:grow across:min-h-0 across:flex-col across:gap-1.5 across:*:last:grow-0 desk:w-[clamp(288px,18rem,28vw)]">
        {view.playRules.autoplay ? <AutoplayButton controls={controls} /> : null}
        {quiet ? (
          // The ring lies around the button.
          <div className="relative grid min-w-0 across:h-22 across:min-h-11 across:shrink across:grid-rows-[minmax(0,1fr)] across:*:first:h-full">
            <MainButton view={view} controls={controls} />
            <LimitRing open view={view} />
          </div>
        ) : (
          <MainButton view={view} controls={controls} />
        )}
      </div>
    </>
  );
}

function TransferButtons({ view, controls: { mayTransfer, steady, withdraw }, onDeposit }: ActionsProps) {
  const t = useT();
  const hidden = useMoneyHidden();
  const language = useLanguage();
  const depositText = settingText(useSettings(), "depositText", language);
  const withdrawText = settingText(useSettings(), "withdrawText", language);
  const credit = view.meters?.credit ?? 0;
  return (
    <>
      <Button
        icon={<WalletIcon />}
        tone={isEmpty(view) ? "main" : "plain"}
        disabled={!mayTransfer}
        steady={steady}
        onClick={onDeposit}
        className={cx(MONEY_BUTTON, !isEmpty(view) && "text-cash across:bg-lifted/85")}
        aria-label={t("game.deposit", { text: depositText })}
      >
        {depositText}
      </Button>
      <Button
        icon={<CashOutIcon />}
        disabled={!mayTransfer || credit === 0}
        steady={steady}
        busy={view.transfer?.kind === "cashout"}
        onClick={withdraw}
        className={cx(MONEY_BUTTON, "text-credit across:bg-lifted/85")}
      >
        <span className="min-w-0">
          {withdrawText}
          {(credit > 0 || steady) && !hidden ? (
            <>
              {" "}
              <SteadyMoney minor={credit} wraps />
            </>
          ) : null}
        </span>
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
        "w-[clamp(72px,4.5rem,40cqw)] shrink-0 flex-col @max-[15rem]/stage:w-18 gap-0 rounded-lg px-0 py-1 wrap-normal whitespace-normal figures across:min-h-11 across:w-full across:flex-row across:bg-lifted/85",
        MAIN_HEIGHT,
        autoplay.on && "bg-gold/15! text-gold! ring-gold!",
      )}
    >
      <AutoplayIcon
        size={20}
        className={cx("shrink-0", autoplay.on && "motion-safe:animate-[spin_3s_linear_infinite]")}
        aria-hidden="true"
      />
      {/* The count is not part of the button's name: the name would change after each game. */}
      <span
        aria-hidden="true"
        data-remaining={autoplay.remaining}
        className={
          autoplay.on
            ? "before:content-[attr(data-remaining)]"
            : "text-xs leading-3.5 rtl:leading-4.5 @max-[15rem]/stage:hidden across:hidden"
        }
      >
        {autoplay.on ? null : t("game.autoplay")}
      </span>
    </Button>
  );
}

const MAIN_ICONS = {
  play: <PlayIcon size={26} fill="currentColor" className="across:hidden" />,
  stop: <StopIcon size={26} fill="currentColor" className="across:hidden" />,
  takeWin: <TakeWinIcon size={26} className="across:hidden" />,
};

/** "4/10 · ₺12,40": how many free spins were played, and what they have won. */
function FreeSpins({ view }: Pick<ActionsProps, "view">) {
  const t = useT();
  const win = useShownWin(view);
  const { meters, winPresentation } = view;
  const { freeSpins } = winPresentation;
  return (
    <bdi className="figures">
      <span className="sr-only">{t("game.play")}: </span>
      {freeSpins ? `${freeSpins.played}/${freeSpins.total}` : t("game.freeSpins", { count: meters?.freeSpins ?? 0 })}
      {" · "}
      <SteadyMoney minor={win.amount} />
    </bdi>
  );
}

function MainButton({
  view,
  controls: { action, noPicture, steady, pressMain },
}: Pick<ActionsProps, "view" | "controls">) {
  const t = useT();
  const { quiet } = usePreferences();
  const labels = { play: t("game.play"), stop: t("game.stop"), takeWin: t("game.takeWin") };
  const counts = action?.does !== "takeWin" && view.meters?.phase === "bonus" && view.meters.freeSpins > 0;
  return (
    <Button
      tone={isEmpty(view) ? "plain" : "main"}
      icon={counts ? undefined : MAIN_ICONS[action?.does ?? "play"]}
      disabled={action === null}
      steady={steady}
      onClick={pressMain}
      // A key that is held down presses once: each game takes a press of its own.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      className={cx(
        "rounded-lg text-xl @max-[15rem]/stage:px-2 @max-[15rem]/stage:[&>svg]:hidden across:h-22 across:min-h-11 across:shrink across:px-1 across:text-lg",
        MAIN_HEIGHT,
        action?.does === "takeWin" && !quiet && "take-win",
        action && view.pressing.includes(action.control) && "scale-[.98] brightness-110",
      )}
    >
      {counts ? <FreeSpins view={view} /> : labels[action?.does ?? "play"]}
      {noPicture && action?.does !== "takeWin" ? (
        <span className="text-xs font-medium">
          <span className="sr-only">: </span>
          {t("game.noPictureYet")}
        </span>
      ) : null}
    </Button>
  );
}
