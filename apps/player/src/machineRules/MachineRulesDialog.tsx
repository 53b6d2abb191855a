/** The rules of a machine: what pays how much at a bet, the lines, the features and the odds, or what the operator entered. */
import { useState } from "react";
import type { RefObject } from "react";
import type { GameRules, MachineRules } from "@reelcast/contract";
import { Button, Dialog, Message, Select, Skeleton, useMoney } from "@reelcast/ui";
import { errorText, useT } from "../i18n/index.ts";
import { betOf } from "./bet.ts";
import type { LineBet } from "./bet.ts";
import { Features } from "./Features.tsx";
import { Lines } from "./Lines.tsx";
import { Odds } from "./Odds.tsx";
import { OperatorRules } from "./OperatorRules.tsx";
import { OwnResults } from "./OwnResults.tsx";
import { PayTable } from "./PayTable.tsx";
import { useMachineRules } from "./useMachineRules.ts";

export interface MachineRulesProps {
  open: boolean;
  onClose: () => void;
  machineId: number;
  /** What is chosen at the machine now; null: nothing. */
  chosen?: LineBet | null;
  /** Gets the focus on closing; by default the element that had it before. */
  returnFocus?: RefObject<HTMLElement | null>;
}

export default function MachineRulesDialog({
  open,
  onClose,
  machineId,
  chosen = null,
  returnFocus,
}: MachineRulesProps) {
  const t = useT();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("machineRules.title")}
      closeLabel={t("shell.close")}
      width={680}
      {...(returnFocus && { returnFocus })}
    >
      <Rules key={machineId} machineId={machineId} chosen={chosen} />
    </Dialog>
  );
}

function Rules({ machineId, chosen }: Pick<MachineRulesProps, "machineId"> & { chosen: LineBet | null }) {
  const t = useT();
  const { data, error, fetchStatus, refetch } = useMachineRules(machineId);
  if (data) return <Content rules={data} chosen={chosen} />;
  if (fetchStatus === "paused")
    return <Message title={t("machineRules.offlineTitle")} text={t("machineRules.offlineText")} />;
  if (error)
    return (
      <Message title={t("machineRules.errorTitle")} text={errorText(error)}>
        <Button onClick={() => void refetch()}>{t("shell.retry")}</Button>
      </Message>
    );
  return (
    <div aria-busy="true" aria-label={t("shell.loading")} role="group" className="flex flex-col gap-3">
      {Array.from({ length: 3 }, (_, n) => (
        <Skeleton key={n} className="h-32 rounded-lg" />
      ))}
    </div>
  );
}

function Content({ rules, chosen }: { rules: MachineRules; chosen: LineBet | null }) {
  const t = useT();
  const { name, game, document, machineId, jackpotShare } = rules;
  return (
    <div className="flex flex-col gap-7">
      <p className="-mt-3 text-sm text-muted">{name}</p>
      {document ? <OperatorRules document={document} machineId={machineId} /> : null}
      {game ? <Game game={game} chosen={chosen} jackpotShare={jackpotShare} /> : null}
      <OwnResults machineId={machineId} />
      {game || document ? null : <Message title={t("machineRules.noneTitle")} text={t("machineRules.noneText")} />}
    </div>
  );
}

interface GameProps {
  game: GameRules;
  chosen: LineBet | null;
  jackpotShare: number;
}
function Game({ game, chosen, jackpotShare }: GameProps) {
  const t = useT();
  const money = useMoney();
  const [bet, setBet] = useState(() => betOf(game, chosen));
  const { lines, perLine } = bet;
  return (
    <>
      <div className="grid grid-cols-2 items-end gap-3">
        {game.lineChoices.length > 1 ? (
          <Select
            label={t("machineRules.lines")}
            value={String(lines)}
            onChange={(value) => setBet({ ...bet, lines: Number(value) })}
            options={game.lineChoices.map((value) => ({ value: String(value), text: String(value) }))}
          />
        ) : null}
        <Select
          label={t("machineRules.perLine")}
          value={String(perLine)}
          onChange={(value) => setBet({ ...bet, perLine: Number(value) })}
          options={game.lineBets.map((value) => ({ value: String(value), text: money(value, false) }))}
        />
        <p role="status" className="col-span-2 text-[.9375rem]">
          {t("machineRules.bet", { lines, perLine: money(perLine, false), bet: money(lines * perLine, false) })}
        </p>
      </div>
      <PayTable game={game} bet={bet} />
      <Lines game={game} played={lines} />
      <Features game={game} />
      <Odds game={game} bet={bet} jackpotShare={jackpotShare} />
    </>
  );
}
