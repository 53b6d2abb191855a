/** An item of the work queue: who works on it, its evidence, and what can be done about it. */
import { useState } from "react";
import { WORK_PERMISSIONS } from "@reelcast/contract/console";
import type { Named, PaymentRequest, WorkItem } from "@reelcast/contract/console";
import { Button, Money, Select, toast, useMoney } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { useCall, useReload } from "../../api/queries.ts";
import { errorText, formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { ApprovalView } from "../../records/ApprovalView.tsx";
import { Facts } from "../../records/Facts.tsx";
import { MachineLink, PlayerLink, RecordLink } from "../../records/links.tsx";
import RequestedDialog from "../../records/RequestedDialog.tsx";
import { detailName } from "../../records/detailName.ts";
import { SettleForm } from "../../records/SettleForm.tsx";
import { TransferView } from "../../records/TransferView.tsx";
import { useCarryOut } from "../../records/useCarryOut.ts";
import { useMay, useMe } from "../../session/me.ts";
import { Confirm } from "../../shell/Confirm.tsx";
import { Loaded } from "../../shell/Loaded.tsx";
import { Section } from "../../shell/Page.tsx";
import { EventItem } from "./EventItem.tsx";

function HandOver({ item, onDone }: { item: WorkItem; onDone: () => Promise<void> }) {
  const t = useT();
  const me = useMe();
  const { data } = useCall("workPeople", { query: { kind: item.kind } });
  const others = data?.names.filter((name) => name !== me.name) ?? [];
  async function give(to: string | null) {
    try {
      await call("handOverWork", { body: { key: item.key, to } });
    } catch (error) {
      toast.error(errorText(error));
    }
    await onDone();
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Button onClick={() => void give(null)}>{t("records.release")}</Button>
      {others.length === 0 ? null : (
        <Select
          label={t("records.handOver")}
          inline
          value=""
          onChange={(name) => name !== "" && void give(name)}
          options={[
            { value: "", text: t("records.choosePerson") },
            ...others.map((name) => ({ value: name, text: name })),
          ]}
        />
      )}
    </div>
  );
}

function Owner({ item }: { item: WorkItem }) {
  const t = useT();
  const me = useMe();
  const may = useMay();
  const reload = useReload();
  const [asking, setAsking] = useState(false);
  const done = () => reload("workQueue");
  const take = async () => {
    await call("takeWork", { body: { key: item.key, seen: item.owner?.name ?? null } });
    await done();
  };
  const isOwn = item.owner?.name === me.name;
  return (
    <div className="card flex flex-wrap items-center justify-between gap-3 px-5 py-3">
      <p className="text-sm">
        {item.owner === null
          ? t("records.nobodyWorks")
          : isOwn
            ? t("records.youWork")
            : t("records.worksOn", { name: item.owner.name })}
      </p>
      {isOwn ? (
        <HandOver item={item} onDone={done} />
      ) : !may(WORK_PERMISSIONS[item.kind]) ? null : (
        <Button
          onClick={() =>
            item.owner === null ? void take().catch((error: unknown) => toast.error(errorText(error))) : setAsking(true)
          }
        >
          {t("records.take")}
        </Button>
      )}
      {asking ? (
        <Confirm
          title={t("records.takeTitle", { name: item.owner?.name ?? "" })}
          effects={[t("records.takeEffect", { name: item.owner?.name ?? "" })]}
          action={t("records.take")}
          tone="main"
          run={take}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

/** The evidence allows more than what waits where the machine shows more: the machine's screen offers that. */
function SettleItem({ item, machine }: { item: WorkItem; machine: Named }) {
  const due = item.amount ?? 0;
  return (
    <div className="max-w-96">
      <SettleForm machine={machine} due={due} most={due} player={item.player} onDone={() => {}} />
    </div>
  );
}

interface PayByHandProps {
  machine: Named;
  /** Minor units; null: not known. */
  amount: number | null;
  onClose: () => void;
}
function PayByHand({ machine, amount, onClose }: PayByHandProps) {
  const t = useT();
  const money = useMoney();
  const carryOut = useCarryOut();
  const [requested, setRequested] = useState<PaymentRequest | null>(null);
  if (requested) return <RequestedDialog answer={requested} onClose={onClose} />;
  return (
    <Confirm
      title={t("records.payTitle")}
      effects={[t("records.payEffect"), t("records.payKey"), t("records.aboveBound")]}
      action={amount === null ? t("records.pay") : t("records.payWith", { amount: money(amount) })}
      tone="main"
      reason="optional"
      onClose={onClose}
      run={async (why) => {
        const answer = call("payByHand", { params: { id: machine.id }, body: why === "" ? {} : { why } });
        const waits = await carryOut(answer, t("records.payDone", { name: machine.name }));
        setRequested(waits);
        return waits === null;
      }}
    />
  );
}

function PlainItem({ item }: { item: WorkItem }) {
  const t = useT();
  const may = useMay();
  const language = useLanguage();
  const [paying, setPaying] = useState(false);
  const { machine } = item;
  return (
    <Section
      title={t(`records.work_${item.kind}`)}
      text={t(`records.about_${item.kind}`)}
      actions={
        item.kind === "handPay" && may("machine.handPay") ? (
          <Button tone="main" onClick={() => setPaying(true)}>
            {t("records.pay")}
          </Button>
        ) : item.kind === "chat" && may("chat.answer") ? (
          <RecordLink to={`/desk/${item.subject}`} permission="chat.answer" strong>
            {t("records.chatOpen")}
          </RecordLink>
        ) : item.kind === "mismatch" && machine !== null ? (
          <RecordLink to={`/machine/${machine.id}`} strong>
            {t("records.machineOpen")}
          </RecordLink>
        ) : undefined
      }
    >
      <Facts
        facts={[
          [t("records.player"), item.player === null ? null : <PlayerLink key="player" {...item.player} />],
          [t("records.machine"), machine === null ? null : <MachineLink key="machine" {...machine} />],
          [t("records.amount"), item.amount === null ? null : <Money key="amount" minor={item.amount} />],
          [t("records.since"), formatMoment(item.since, language, true)],
          [t("records.detail"), item.detail === null ? null : <bdi key="detail">{detailName(t, item)}</bdi>],
        ]}
      />
      {item.kind === "suspense" && machine !== null && may("money.settle") ? (
        <SettleItem key={item.key} item={item} machine={machine} />
      ) : null}
      {paying && machine !== null ? (
        <PayByHand machine={machine} amount={item.amount} onClose={() => setPaying(false)} />
      ) : null}
    </Section>
  );
}

function TransferItem({ id }: { id: string }) {
  const transfer = useCall("transfer", { params: { id } });
  return (
    <Loaded query={transfer} height="h-96">
      {(found) => <TransferView transfer={found} />}
    </Loaded>
  );
}
function ApprovalItem({ id }: { id: number }) {
  const request = useCall("approval", { params: { id } });
  return (
    <Loaded query={request} height="h-96">
      {(found) => <ApprovalView request={found} />}
    </Loaded>
  );
}

export function ItemDetails({ item }: { item: WorkItem }) {
  const may = useMay();
  const { kind, subject } = item;
  return (
    <div className="flex flex-col gap-4">
      <Owner item={item} />
      {kind === "transfer" ? (
        <TransferItem id={subject} />
      ) : kind === "approval" && may("player.view") ? (
        <ApprovalItem id={Number(subject)} />
      ) : kind === "event" ? (
        <EventItem item={item} />
      ) : (
        <PlainItem item={item} />
      )}
    </div>
  );
}
