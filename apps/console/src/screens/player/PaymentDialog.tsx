/** Pays a player by hand, or corrects a balance. The form has one key: however often it is sent, money moves once. */
import { useState } from "react";
import type { PaymentAnswer, PlayerRecord } from "@reelcast/contract/console";
import { Button, Dialog, Form, Select, toast, useMoney, useParseAmount } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { useReload } from "../../api/queries.ts";
import { useT } from "../../i18n/index.ts";
import { AmountField } from "../../records/AmountField.tsx";
import RequestedDialog from "../../records/RequestedDialog.tsx";
import { WhyField } from "../../records/WhyField.tsx";
import { useSend } from "../../session/useSend.ts";
import { Problem } from "../../shell/Problem.tsx";

const FORM = "payment";
type Requested = Exclude<PaymentAnswer, { state: "done" }>;

/** What will happen. @param change minor units */
function Effects({ player, change }: { player: PlayerRecord; change: number }) {
  const t = useT();
  const money = useMoney();
  const words = { amount: money(Math.abs(change)), name: player.username };
  const { free } = player.balance;
  return (
    <ul className="flex list-disc flex-col gap-1.5 ps-5 text-sm marker:text-muted">
      <li>{t(change < 0 ? "records.takeEffect2" : "records.payEffect2", words)}</li>
      <li>{t("records.balanceChange", { before: money(free), after: money(free + change) })}</li>
      <li>{t("records.aboveBound")}</li>
    </ul>
  );
}

interface PaymentProps {
  player: PlayerRecord;
  act: "credit" | "correct";
  onClose: () => void;
}
export function PaymentDialog({ player, act, onClose }: PaymentProps) {
  const t = useT();
  const money = useMoney();
  const parseAmount = useParseAmount();
  const reload = useReload();
  const { busy, problem, send } = useSend();
  const [key] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState("");
  const [why, setWhy] = useState("");
  const [direction, setDirection] = useState<"in" | "out">("in");
  const [requested, setRequested] = useState<Requested | null>(null);
  const amount = parseAmount(typed);
  const change = amount === null ? 0 : direction === "in" ? amount : -amount;
  const params = { id: player.id };
  async function pay() {
    const body = { key, why: why.trim() };
    const answer =
      act === "credit"
        ? await call("creditPlayer", { params, body: { ...body, amount: change } })
        : await call("correctPlayer", { params, body: { ...body, change } });
    // Said at once: what is read again may take long, and a person who does not know of the payment repeats it.
    if (answer.state === "done") {
      toast.success(t("records.paid", { balance: money(answer.balance), name: player.username }));
      onClose();
    } else setRequested(answer);
    await reload("player", "playerMoney", "playerSeries", "playerActs", "workQueue", "approvals");
  }
  if (requested) return <RequestedDialog answer={requested} onClose={onClose} />;
  const words = { amount: money(Math.abs(change)) };
  return (
    <Dialog
      open
      question
      {...(!busy && { onClose })}
      title={t(`records.${act}Title`, { name: player.username })}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t("shell.cancel")}
          </Button>
          <Button type="submit" form={FORM} tone="main" busy={busy} disabled={amount === null || why.trim() === ""}>
            {amount === null ? t(`records.${act}`) : t(change < 0 ? "records.takeWith" : "records.payWith", words)}
          </Button>
        </>
      }
    >
      <Form id={FORM} onFormSubmit={() => void send(pay)} className="flex flex-col gap-4">
        {act === "correct" ? (
          <Select
            label={t("records.direction")}
            value={direction}
            onChange={(next) => setDirection(next === "out" ? "out" : "in")}
            options={[
              { value: "in", text: t("records.direction_in") },
              { value: "out", text: t("records.direction_out") },
            ]}
          />
        ) : null}
        <AmountField name="amount" label={t("records.amount")} value={typed} onChange={setTyped} />
        <WhyField value={why} onChange={setWhy} />
        {amount === null ? null : <Effects player={player} change={change} />}
        <Problem text={problem} />
      </Form>
    </Dialog>
  );
}
