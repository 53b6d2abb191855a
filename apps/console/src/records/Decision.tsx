/** The decision about a manual transfer: what the machine moved, why, and what will happen then. */
import { useState } from "react";
import type { PaymentRequest, TransferEvidence } from "@reelcast/contract/console";
import { Button, Form, toast, useMoney, useNow, useParseAmount } from "@reelcast/ui";
import { call } from "../api/index.ts";
import { useReload } from "../api/queries.ts";
import { formatAgo, useLanguage, useT } from "../i18n/index.ts";
import { useSend } from "../session/useSend.ts";
import { Problem } from "../shell/Problem.tsx";
import { AmountField, typedAmount } from "./AmountField.tsx";
import RequestedDialog from "./RequestedDialog.tsx";
import { RecordLink } from "./links.tsx";
import { WhyField } from "./WhyField.tsx";

type Outcome = "done" | "failed";

/** What follows from the decision, one sentence each. @param moved minor units */
function useEffects(
  { kind, player, machine, suspension }: TransferEvidence,
  outcome: Outcome,
  moved: number,
): string[] {
  const t = useT();
  const money = useMoney();
  const held = suspension?.held ?? 0;
  const back = kind === "cashin" ? held - moved : moved;
  const left = (suspension?.remaining ?? 0) - back;
  return [
    outcome === "done"
      ? t("records.decideDone", { amount: money(moved), machine: machine.name })
      : t("records.decideFailed"),
    ...(back > 0 ? [t("records.decideBack", { amount: money(back), player: player.name })] : []),
    ...(left > 0 ? [t("records.decideLeft", { amount: money(left), machine: machine.name })] : []),
    t("records.decideFinal"),
    ...(back > 0 ? [t("records.aboveBound")] : []),
  ];
}

function Choice({ outcome, onChange }: { outcome: Outcome | null; onChange: (outcome: Outcome) => void }) {
  const t = useT();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-sm font-medium text-muted">{t("records.outcome")}</legend>
      {(["done", "failed"] as const).map((one) => (
        <label
          key={one}
          className="flex min-h-11 items-center gap-3 rounded-md border border-line px-3 has-checked:border-gold"
        >
          <input
            type="radio"
            name="outcome"
            value={one}
            checked={outcome === one}
            onChange={() => onChange(one)}
            className="size-5 accent-gold"
          />
          {t(`records.outcome_${one}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** A decision that somebody has asked for, and that waits for a second person. */
function WaitingRequest({ request }: { request: NonNullable<TransferEvidence["request"]> }) {
  const t = useT();
  const language = useLanguage();
  const now = useNow();
  return (
    <div className="card flex flex-col gap-1 px-4 py-3 text-sm" role="note">
      <p>{t("records.decisionWaits", { name: request.requestedBy })}</p>
      <p className="text-muted">{t("records.endsAt", { at: formatAgo(request.expiresAt, now, language) })}</p>
      <RecordLink to={`/approvals/${request.id}`} permission="player.view" strong>
        {t("records.approvalTitle", { id: request.id })}
      </RecordLink>
    </div>
  );
}

export function Decision({ transfer }: { transfer: TransferEvidence }) {
  const t = useT();
  const money = useMoney();
  const language = useLanguage();
  const parseAmount = useParseAmount();
  const reload = useReload();
  const { busy, problem, send } = useSend();
  const most = transfer.decidable ?? 0;
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [typed, setTyped] = useState(() => typedAmount(most, language));
  const [why, setWhy] = useState("");
  const [requested, setRequested] = useState<PaymentRequest | null>(null);
  const moved = outcome === "done" ? (parseAmount(typed) ?? 0) : 0;
  const effects = useEffects(transfer, outcome ?? "failed", Math.min(moved, most));
  const ready = outcome !== null && why.trim() !== "" && (outcome === "failed" || (moved > 0 && moved <= most));
  async function decide() {
    if (outcome === null) return;
    const body = { outcome, why: why.trim(), ...(outcome === "done" ? { moved } : {}) };
    const answer = await call("resolveTransfer", { params: { id: transfer.id }, body });
    if (answer.state === "requested") setRequested(answer);
    else toast.success(t("records.decided"));
    await reload("transfer", "transfers", "workQueue", "player", "approvals");
  }
  return (
    <Form onFormSubmit={() => void send(decide)} className="flex flex-col gap-4">
      {transfer.request === null ? null : <WaitingRequest request={transfer.request} />}
      {requested === null ? null : <RequestedDialog answer={requested} onClose={() => setRequested(null)} />}
      <Choice outcome={outcome} onChange={setOutcome} />
      {outcome === "done" ? (
        <AmountField name="moved" label={t("records.moved")} value={typed} onChange={setTyped} most={most} />
      ) : null}
      <WhyField value={why} onChange={setWhy} />
      {outcome === null ? null : (
        <ul className="flex list-disc flex-col gap-1.5 ps-5 text-sm marker:text-muted">
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      )}
      <Problem text={problem} />
      <Button type="submit" tone="main" busy={busy} disabled={!ready}>
        {outcome === "done" ? t("records.decideWith", { amount: money(moved) }) : t("records.decide")}
      </Button>
    </Form>
  );
}
