/** A request for a second person, with what is known of it and of its payee, and the decision next to it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { permissionsOf } from "@reelcast/contract/console";
import type { ActRecord, ApprovalRow } from "@reelcast/contract/console";
import { Button, Money, toast, useMoney, useNow } from "@reelcast/ui";
import { call } from "../api/index.ts";
import { callQuery, useCall, useEvery, useReload } from "../api/queries.ts";
import { formatAgo, formatMoment, useLanguage, useT } from "../i18n/index.ts";
import { useMay, useMe } from "../session/me.ts";
import { Confirm } from "../shell/Confirm.tsx";
import { Loaded } from "../shell/Loaded.tsx";
import { Section } from "../shell/Page.tsx";
import { Acts } from "./Acts.tsx";
import { Badge, Facts, RawRecord } from "./Facts.tsx";
import type { Tone } from "./Facts.tsx";
import { MachineLink, PlayerLink } from "./links.tsx";
import { TransferEvidenceSection } from "./TransferView.tsx";
import { actName } from "./actName.ts";

export type Request = ApprovalRow & { params: Record<string, unknown>; acts: ActRecord[] };

const TONES: Record<ApprovalRow["state"], Tone> = {
  waiting: "warn",
  approved: "good",
  refused: "bad",
  expired: "plain",
};
export function ApprovalState({ state }: { state: ApprovalRow["state"] }) {
  const t = useT();
  return <Badge tone={TONES[state]}>{t(`records.approval_${state}`)}</Badge>;
}

/** Minor units; negative: from the player to the house. A settlement's request may be about what is kept, and pay less. */
function changeOf({
  act,
  amount,
  params: { change, amount: paid },
}: Pick<Request, "act" | "amount" | "params">): number {
  if (act === "machine.settle" && typeof paid === "number") return paid;
  return typeof change === "number" ? change : amount;
}

const REASONS = { aboveDue: "records.requestAboveDue", nobodys: "records.requestNobodys" } as const;
/** Of a settlement: why it needs a second person whatever the amount, and what of the due stays with the house, minor units. */
function settlementOf({ act, params: { because, due, amount: paid } }: Request) {
  if (act !== "machine.settle") return { reason: null, kept: 0 };
  const kept = typeof due === "number" && typeof paid === "number" ? Math.max(0, due - paid) : 0;
  return { reason: because === "aboveDue" || because === "nobodys" ? REASONS[because] : null, kept };
}

const READ_EVERY_MS = 10_000;
/** What the payee has now, and would have. */
function PayeeFacts({ id, change, waits }: { id: number; change: number; waits: boolean }) {
  const t = useT();
  const { data } = useQuery({
    ...callQuery("player", { params: { id } }),
    // Its player may be playing.
    refetchInterval: useEvery(READ_EVERY_MS),
  });
  if (!data) return null;
  const { free, reserved, atMachines, inDoubt } = data.balance;
  return (
    <Facts
      facts={[
        [t("records.balanceNow"), <Money key="free" minor={free} />],
        [t("records.balanceThen"), waits ? <Money key="then" minor={free + change} /> : null],
        [t("records.reserved"), reserved === 0 ? null : <Money key="reserved" minor={reserved} />],
        [t("records.atMachines"), atMachines === 0 ? null : <Money key="machines" minor={atMachines} />],
        [t("records.inDoubt"), inDoubt === 0 ? null : <Money key="doubt" minor={inDoubt} />],
      ]}
    />
  );
}

/** Of a decision about a transfer. */
interface TransferDecision {
  transferId: string;
  outcome: "done" | "failed";
  /** Minor units. */
  moved: number;
}
function transferDecisionOf({ act, params: { transferId, outcome, moved } }: Request): TransferDecision | null {
  if (act !== "transfer.resolve" || typeof transferId !== "string") return null;
  return { transferId, outcome: outcome === "done" ? "done" : "failed", moved: typeof moved === "number" ? moved : 0 };
}
/** Who decides sees what the first person saw. */
function EvidenceOf({ id }: { id: string }) {
  const transfer = useCall("transfer", { params: { id } });
  return (
    <Loaded query={transfer} height="h-64">
      {(found) => <TransferEvidenceSection transfer={found} />}
    </Loaded>
  );
}

function Decide({ request }: { request: Request }) {
  const t = useT();
  const money = useMoney();
  const reload = useReload();
  const [asking, setAsking] = useState<"approve" | "refuse" | null>(null);
  const params = { id: request.id };
  const change = changeOf(request);
  const amount = money(Math.abs(change));
  const { kept } = settlementOf(request);
  const who = request.player?.name ?? request.machine?.name ?? request.target;
  const shared = { reason: "optional", onClose: () => setAsking(null) } as const;
  async function decide(name: "approve" | "refuse", why: string) {
    await call(name, { params, body: why === "" ? {} : { why } });
    toast.success(t(`records.${name}Done`));
    await reload("approval", "approvals", "workQueue", "player", "transfer", "transfers");
  }
  return (
    <div className="flex flex-col gap-3">
      <Button tone="main" onClick={() => setAsking("approve")}>
        {t("records.approveWith", { amount })}
      </Button>
      <Button tone="danger" onClick={() => setAsking("refuse")}>
        {t("records.refuse")}
      </Button>
      {asking === "approve" ? (
        <Confirm
          {...shared}
          title={t("records.approveTitle")}
          effects={[
            change === 0
              ? t("records.settleNothing")
              : t(change < 0 ? "records.approveTakes" : "records.approveMoves", { amount, who }),
            ...(kept > 0 ? [t("records.settleKeeps", { amount: money(kept) })] : []),
            t("records.approveOnce"),
          ]}
          action={t("records.approveWith", { amount })}
          tone="main"
          run={(why) => decide("approve", why)}
        />
      ) : null}
      {asking === "refuse" ? (
        <Confirm
          {...shared}
          title={t("records.refuseTitle")}
          effects={[t("records.refuseEffect"), t("records.refuseAgain", { name: request.requestedBy })]}
          action={t("records.refuse")}
          run={(why) => decide("refuse", why)}
        />
      ) : null}
    </div>
  );
}

function Decision({ request }: { request: Request }): ReactNode {
  const t = useT();
  const may = useMay();
  const me = useMe();
  const language = useLanguage();
  const now = useNow();
  const until = t("records.endsAt", { at: formatAgo(request.expiresAt, now, language) });
  if (!may("approvals.decide")) {
    const lacksFactor = permissionsOf(me.roles).includes("approvals.decide");
    return (
      <Section
        title={t("records.decision")}
        text={t(lacksFactor ? "records.approveNeedsFactor" : "records.mayNotApprove")}
      />
    );
  }
  const isOwn = me.name === request.requestedBy;
  return (
    <Section title={t("records.decision")} text={isOwn ? t("records.ownRequest") : until}>
      {isOwn ? null : <Decide request={request} />}
    </Section>
  );
}

export function ApprovalView({ request }: { request: Request }) {
  const t = useT();
  const language = useLanguage();
  const { player, machine } = request;
  const waits = request.state === "waiting";
  const decision = transferDecisionOf(request);
  const { reason, kept } = settlementOf(request);
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @4xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Section title={t("records.request")}>
            <Facts
              facts={[
                [t("records.state"), <ApprovalState key="state" state={request.state} />],
                [t("records.act"), actName(t, request.act)],
                [t("records.amount"), <Money key="amount" minor={changeOf(request)} />],
                [t("records.requestReason"), reason === null ? null : t(reason)],
                [t("records.requestKept"), kept === 0 ? null : <Money key="kept" minor={kept} />],
                [t("records.outcomeTitle"), decision === null ? null : t(`records.outcome_${decision.outcome}`)],
                [
                  t("records.moved"),
                  decision?.outcome === "done" ? <Money key="moved" minor={decision.moved} /> : null,
                ],
                [t("records.player"), player === null ? null : <PlayerLink key="player" {...player} />],
                [t("records.machine"), machine === null ? null : <MachineLink key="machine" {...machine} />],
                [t("records.requestedBy"), <bdi key="by">{request.requestedBy}</bdi>],
                [
                  t("records.requestedFrom"),
                  request.requestedFrom === "" ? null : <bdi key="from">{request.requestedFrom}</bdi>,
                ],
                [t("records.at"), formatMoment(request.requestedAt, language, true)],
                [t("records.why"), <bdi key="why">{request.why}</bdi>],
                [
                  t("records.decidedBy"),
                  request.decidedBy === null ? null : <bdi key="decider">{request.decidedBy}</bdi>,
                ],
                [
                  t("records.decidedAt"),
                  request.decidedAt === null ? null : formatMoment(request.decidedAt, language, true),
                ],
              ]}
            />
            {player === null ? null : <PayeeFacts id={player.id} change={changeOf(request)} waits={waits} />}
            <details>
              <summary className="hit cursor-pointer py-1 font-medium">{t("records.asWritten")}</summary>
              <RawRecord value={request.params} />
            </details>
          </Section>
          {decision === null ? null : <EvidenceOf id={decision.transferId} />}
          <Section title={t("records.acts")}>
            <Acts acts={request.acts} />
          </Section>
        </div>
        {waits ? <Decision request={request} /> : null}
      </div>
    </div>
  );
}
