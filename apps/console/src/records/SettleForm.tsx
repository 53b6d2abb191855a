/**
 * Settles money in doubt: the machine is cleared, its player is paid, and the rest is the house's. The amounts are the server's; the
 * person may pay less or, up to what the machine shows, more, and says whom where the money is nobody's.
 */
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { Named, PaymentRequest } from "@reelcast/contract/console";
import { Button, Form, SearchField, Select, toast, useMoney, useParseAmount } from "@reelcast/ui";
import { call } from "../api/index.ts";
import { callQuery, useReload } from "../api/queries.ts";
import { useLanguage, useT } from "../i18n/index.ts";
import { useSend } from "../session/useSend.ts";
import { Problem } from "../shell/Problem.tsx";
import { AmountField, isZero, typedAmount } from "./AmountField.tsx";
import RequestedDialog, { NEEDS_SECOND } from "./RequestedDialog.tsx";
import { WhyField } from "./WhyField.tsx";

const MOST_FOUND = 10;
const LEAST_TYPED = 2;

function PayeeChoice({ value, onChange }: { value: Named | null; onChange: (player: Named | null) => void }) {
  const t = useT();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const { data } = useQuery({
    ...callQuery("players", { query: { search, limit: MOST_FOUND } }),
    enabled: search.length >= LEAST_TYPED,
  });
  const found = (data?.items ?? []).map(({ id, username }) => ({ id, name: username }));
  const offered = value === null || found.some(({ id }) => id === value.id) ? found : [value, ...found];
  return (
    <div className="flex flex-col gap-2">
      <SearchField label={t("records.payWhomFind")} clearLabel={t("shell.clear")} value={typed} onChange={setTyped} />
      <Select
        label={t("records.payWhom")}
        value={String(value?.id ?? "")}
        onChange={(chosen) => onChange(offered.find(({ id }) => String(id) === chosen) ?? null)}
        options={[
          { value: "", text: t("records.payNobody") },
          ...offered.map(({ id, name }) => ({ value: String(id), text: `${name} (${id})` })),
        ]}
      />
    </div>
  );
}

interface Effect {
  machine: string;
  /** Minor units. */
  pay: number;
  due: number;
  payee: string;
  /** Whom the ledger names, and not the person who settles. */
  isOwner: boolean;
}
/** What will happen, one sentence each. */
function Effects({ machine, pay, due, payee, isOwner }: Effect) {
  const t = useT();
  const money = useMoney();
  return (
    <ul className="flex list-disc flex-col gap-1.5 ps-5 text-sm marker:text-muted">
      <li>{pay === 0 ? t("records.settleNothing") : t("records.settlePays", { amount: money(pay), player: payee })}</li>
      {pay < due ? <li>{t("records.settleKeeps", { amount: money(due - pay) })}</li> : null}
      {pay > due ? <li>{t("records.settleHouse", { amount: money(pay - due), due: money(due) })}</li> : null}
      <li>{t("records.settleClears", { machine })}</li>
      {pay > due ? (
        <li>{t(NEEDS_SECOND[isOwner ? "aboveDue" : "nobodys"])}</li>
      ) : due > 0 ? (
        <li>{t("records.aboveBound")}</li>
      ) : null}
    </ul>
  );
}

export interface SettleFormProps {
  machine: Named;
  /** What waits, and the most that the evidence allows, minor units. */
  due: number;
  most: number;
  /** Whose it is; null: the person says whom to pay. */
  player: Named | null;
  onDone: () => void;
}
export function SettleForm({ machine, due, most, player, onDone }: SettleFormProps) {
  const t = useT();
  const money = useMoney();
  const language = useLanguage();
  const parseAmount = useParseAmount();
  const reload = useReload();
  const { busy, problem, send } = useSend();
  /** null: as the server says. */
  const [typed, setTyped] = useState<string | null>(null);
  const [why, setWhy] = useState("");
  const [chosen, setChosen] = useState<Named | null>(null);
  const [requested, setRequested] = useState<PaymentRequest | null>(null);
  const shown = typed ?? typedAmount(due, language);
  const pay = isZero(shown) ? 0 : parseAmount(shown);
  const payee = player ?? chosen;
  const lacksPayee = pay !== null && pay > 0 && payee === null;
  async function settle() {
    if (pay === null) return;
    const whom = player === null && chosen !== null && pay > 0 ? { playerId: chosen.id } : {};
    const answer = await call("settleMachine", { params: { id: machine.id }, body: { why: why.trim(), pay, ...whom } });
    // Said at once: what is read again may take long.
    if (answer.requested) setRequested(answer.requested);
    else {
      if (answer.waiting) toast.warning(t("records.settleWaits"));
      else toast.success(t("records.settledPaid", { amount: money(answer.paid ?? 0) }));
      onDone();
    }
    await reload("workQueue", "player", "machine", "machineTimeline", "approvals");
  }
  if (requested) return <RequestedDialog answer={requested} onClose={onDone} />;
  return (
    <Form onFormSubmit={() => void send(settle)} className="flex flex-col gap-4">
      {most > 0 ? (
        <AmountField
          name="pay"
          label={player ? t("records.payTo", { player: player.name }) : t("records.payAmount")}
          value={shown}
          onChange={setTyped}
          most={most}
          mayBeZero
        />
      ) : null}
      {player === null && most > 0 ? <PayeeChoice value={chosen} onChange={setChosen} /> : null}
      <WhyField value={why} onChange={setWhy} />
      {pay === null || lacksPayee ? null : (
        <Effects machine={machine.name} pay={pay} due={due} payee={payee?.name ?? ""} isOwner={player !== null} />
      )}
      <Problem text={problem} />
      <Button type="submit" tone="main" busy={busy} disabled={pay === null || lacksPayee || why.trim() === ""}>
        {t("records.settleWith", { amount: money(pay ?? 0) })}
      </Button>
    </Form>
  );
}
