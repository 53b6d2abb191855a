/**
 * How autoplay shall be: how many games, what they may lose, and what stops it. The loss limit is not chosen for the
 * player. It brings the code of autoplay with it.
 */
import { useState } from "react";
import type { ReactNode, RefObject } from "react";
import { AutoplayIcon, Button, Chip, Sheet, Switch, useMoney, useParseAmount } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { AUTOPLAY_GAMES } from "../session/autoplay.ts";
import { createAutoplayRunner } from "../session/autoplayRunner.ts";
import type { AutoplayChoice } from "../session/autoplay.ts";
import { AmountField } from "./AmountField.tsx";
import type { AutoplayControl } from "./useAutoplay.ts";

export interface AutoplaySheetProps {
  open: boolean;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
  /** Of a game, minor units; 0: not known. */
  bet: number;
  /** False: the machine's game has none, and nothing is asked about them. */
  hasFreeSpins: boolean;
  onStart: AutoplayControl["start"];
}

/** Loss limits that are offered, as multiples of the bet. */
const BETS = [10, 25, 50, 100];

export default function AutoplaySheet({ open, onClose, returnFocus, bet, hasFreeSpins, onStart }: AutoplaySheetProps) {
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
        hasFreeSpins={hasFreeSpins}
        onStart={(choice) => {
          onStart(choice, createAutoplayRunner);
          onClose();
        }}
      />
    </Sheet>
  );
}

interface ChoicesProps extends Pick<AutoplaySheetProps, "bet" | "hasFreeSpins"> {
  onStart: (choice: AutoplayChoice) => void;
}
function Choices({ bet, hasFreeSpins, onStart }: ChoicesProps) {
  const t = useT();
  const parseAmount = useParseAmount();
  const [games, setGames] = useState<number>(AUTOPLAY_GAMES[0]);
  const [loss, setLoss] = useState("");
  const [above, setAbove] = useState("");
  const [stopOnFreeSpins, setStopOnFreeSpins] = useState(true);
  const typed = parseAmount(loss);
  const lossLimit = typed !== null && typed >= bet ? typed : null;
  const stopAbove = parseAmount(above);
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
      <AmountField
        label={t("gameParts.autoplayAbove")}
        text={above}
        onText={setAbove}
        wrong={above !== "" && stopAbove === null ? t("gameParts.autoplayAboveWrong") : null}
      />
      {hasFreeSpins ? (
        <Switch
          icon={<AutoplayIcon />}
          label={t("gameParts.autoplayFreeSpins")}
          on={stopOnFreeSpins}
          onChange={() => setStopOnFreeSpins(!stopOnFreeSpins)}
        />
      ) : null}
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
      <AmountField
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
