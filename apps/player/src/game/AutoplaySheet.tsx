/**
 * How autoplay shall be: how many games, what they may lose, and what stops it. The loss limit is not chosen for the
 * player. It brings the code of autoplay with it.
 */
import { useId, useState } from "react";
import type { ReactNode, RefObject } from "react";
import { useLanguage, useT } from "../i18n/index.ts";
import { AUTOPLAY_GAMES } from "../session/autoplay.ts";
import { createAutoplayRunner } from "../session/autoplayRunner.ts";
import type { AutoplayChoice } from "../session/autoplay.ts";
import type { AutoplayControl } from "./useAutoplay.ts";
import { AutoplayIcon, Button, Chip, Sheet, Switch, parseAmount, useMoney } from "../ui/index.ts";

export interface AutoplaySheetProps {
  open: boolean;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
  /** Of a game, minor units; 0: not known. */
  bet: number;
  onStart: AutoplayControl["start"];
}

/** Loss limits that are offered, as multiples of the bet. */
const BETS = [10, 25, 50, 100];
const FIELD =
  "h-12 w-full min-w-0 rounded-md border border-edge bg-sunken px-3.5 text-lg figures outline-none focus:border-gold focus:ring-1 focus:ring-gold aria-invalid:border-error";

export default function AutoplaySheet({ open, onClose, returnFocus, bet, onStart }: AutoplaySheetProps) {
  const t = useT();
  return (
    <Sheet
      returnFocus={returnFocus}
      open={open}
      onClose={onClose}
      side="bottom"
      title={t("game.autoplay")}
      closeLabel={t("shell.close")}
    >
      {/* Made anew with each opening: the last loss limit is no default for the next one. */}
      <Choices
        bet={bet}
        onStart={(choice) => {
          onStart(choice, createAutoplayRunner);
          onClose();
        }}
      />
    </Sheet>
  );
}

function Choices({ bet, onStart }: { bet: number; onStart: (choice: AutoplayChoice) => void }) {
  const t = useT();
  const language = useLanguage();
  const [games, setGames] = useState<number>(AUTOPLAY_GAMES[0]);
  const [loss, setLoss] = useState("");
  const [above, setAbove] = useState("");
  const [stopOnFreeSpins, setStopOnFreeSpins] = useState(true);
  const typed = parseAmount(loss, language);
  const lossLimit = typed !== null && typed >= bet ? typed : null;
  const stopAbove = parseAmount(above, language);
  const isReady = lossLimit !== null && (above === "" || stopAbove !== null);
  return (
    <form
      className="flex flex-col gap-5 p-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onStart({ games, lossLimit, stopAbove, stopOnFreeSpins });
      }}
    >
      <Group label={t("gameParts.autoplayGames")}>
        {AUTOPLAY_GAMES.map((count) => (
          <Chip
            key={count}
            pressed={games === count}
            onClick={() => setGames(count)}
            className="grow justify-center figures"
          >
            {count}
          </Chip>
        ))}
      </Group>
      <LossLimit bet={bet} text={loss} onText={setLoss} chosen={lossLimit} />
      <Amount
        label={t("gameParts.autoplayAbove")}
        text={above}
        onText={setAbove}
        wrong={above !== "" && stopAbove === null ? t("gameParts.autoplayAboveWrong") : null}
      />
      <Switch
        icon={<AutoplayIcon />}
        label={t("gameParts.autoplayFreeSpins")}
        on={stopOnFreeSpins}
        onChange={() => setStopOnFreeSpins(!stopOnFreeSpins)}
      />
      <Button type="submit" tone="main" disabled={!isReady} className="min-h-13 text-lg">
        {t("gameParts.autoplayStart", { count: games })}
      </Button>
    </form>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-2">
      <span aria-hidden="true" className="text-sm font-medium text-muted">
        {label}
      </span>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

interface LossLimitProps {
  bet: number;
  text: string;
  onText: (text: string) => void;
  /** Minor units; null: none yet. */
  chosen: number | null;
}
function LossLimit({ bet, text, onText, chosen }: LossLimitProps) {
  const t = useT();
  const money = useMoney();
  return (
    <div className="flex flex-col gap-2">
      <Amount
        label={t("gameParts.autoplayLoss")}
        hint={t("gameParts.autoplayLossHint")}
        text={text}
        onText={onText}
        required
        wrong={
          text !== "" && chosen === null ? t("gameParts.autoplayLossWrong", { bet: money(Math.max(1, bet)) }) : null
        }
      />
      {bet > 0 ? (
        <div role="group" aria-label={t("gameParts.autoplayLoss")} className="flex flex-wrap gap-2">
          {BETS.map((bets) => (
            <Chip
              key={bets}
              pressed={chosen === bets * bet}
              onClick={() => onText(((bets * bet) / 100).toString())}
              className="grow justify-center px-2 figures"
            >
              {money(bets * bet, true)}
            </Chip>
          ))}
        </div>
      ) : null}
    </div>
  );
}

interface AmountProps {
  label: string;
  hint?: string;
  text: string;
  onText: (text: string) => void;
  required?: boolean;
  /** What is wrong with it. */
  wrong: string | null;
}
function Amount({ label, hint, text, onText, required = false, wrong }: AmountProps) {
  const id = useId();
  const described = [hint === undefined ? null : `${id}-hint`, wrong === null ? null : `${id}-wrong`].filter(Boolean);
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-muted">
        {label}
      </label>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <input
        id={id}
        value={text}
        onChange={(event) => onText(event.target.value)}
        inputMode="decimal"
        autoComplete="off"
        aria-required={required}
        aria-invalid={wrong !== null}
        aria-describedby={described.length > 0 ? described.join(" ") : undefined}
        className={FIELD}
      />
      {wrong === null ? null : (
        <p id={`${id}-wrong`} role="alert" className="text-sm text-error">
          {wrong}
        </p>
      )}
    </div>
  );
}
