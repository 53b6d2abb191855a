/** Settles money in doubt: the machine is cleared, its player is paid, and the rest is the house's. */
import { useState } from "react";
import type { Named, WorkItem } from "@reelcast/contract/console";
import { Button, Form, parseAmount, toast, useMoney } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { useReload } from "../../api/queries.ts";
import { useLanguage, useT } from "../../i18n/index.ts";
import { AmountField, typedAmount } from "../../records/AmountField.tsx";
import { WhyField } from "../../records/WhyField.tsx";
import { useSend } from "../../session/useSend.ts";
import { Problem } from "../../shell/Problem.tsx";

export function SettleForm({ item, machine }: { item: WorkItem; machine: Named }) {
  const t = useT();
  const money = useMoney();
  const language = useLanguage();
  const reload = useReload();
  const { busy, problem, send } = useSend();
  const all = item.amount ?? 0;
  const [typed, setTyped] = useState(() => typedAmount(all, language));
  const [why, setWhy] = useState("");
  const pay = /^0+([.,]0{0,2})?$/.test(typed.trim()) ? 0 : parseAmount(typed, language);
  const player = item.player?.name ?? "";
  async function settle() {
    if (pay === null) return;
    await call("settleMachine", { params: { id: machine.id }, body: { why: why.trim(), pay } });
    toast.success(t("records.settled"));
    await reload("workQueue", "player", "machine");
  }
  return (
    <Form onFormSubmit={() => void send(settle)} className="flex max-w-96 flex-col gap-4">
      <AmountField name="pay" label={t("records.payTo", { player })} value={typed} onChange={setTyped} />
      <WhyField value={why} onChange={setWhy} />
      <ul className="flex list-disc flex-col gap-1.5 ps-5 text-sm marker:text-muted">
        <li>{t("records.settlePays", { amount: money(pay ?? 0), player })}</li>
        {pay !== null && pay < all ? <li>{t("records.settleKeeps", { amount: money(all - pay) })}</li> : null}
        <li>{t("records.settleClears", { machine: machine.name })}</li>
      </ul>
      <Problem text={problem} />
      <Button type="submit" tone="main" busy={busy} disabled={pay === null || why.trim() === ""}>
        {t("records.settleWith", { amount: money(pay ?? 0) })}
      </Button>
    </Form>
  );
}
