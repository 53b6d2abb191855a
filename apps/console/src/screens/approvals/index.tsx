/** Requests for a second person, and one of them with what is known of it. */
import { useParams } from "@tanstack/react-router";
import { APPROVAL_STATES } from "@reelcast/contract/console";
import type { ApprovalRow } from "@reelcast/contract/console";
import { Chip, Money } from "@reelcast/ui";
import type { Column } from "@reelcast/ui";
import { useTopic } from "../../api/live.ts";
import { useCall, useReload } from "../../api/queries.ts";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { actName } from "../../records/actName.ts";
import { ApprovalState, ApprovalView } from "../../records/ApprovalView.tsx";
import { RecordLink } from "../../records/links.tsx";
import { RecordTable } from "../../records/RecordTable.tsx";
import { useFilters } from "../../records/useFilters.ts";
import { usePages } from "../../records/usePages.ts";
import { Loaded } from "../../shell/Loaded.tsx";
import { Page } from "../../shell/Page.tsx";

function One({ id }: { id: number }) {
  const t = useT();
  const reload = useReload();
  const request = useCall("approval", { params: { id } });
  useTopic("queue", () => void reload("approval", "transfer", "player"));
  return (
    <Page title={t("records.approvalTitle", { id })}>
      <Loaded query={request} height="h-96">
        {(found) => <ApprovalView request={found} />}
      </Loaded>
    </Page>
  );
}

function useColumns(): readonly Column<ApprovalRow>[] {
  const t = useT();
  const language = useLanguage();
  return [
    {
      key: "id",
      head: t("records.request"),
      main: true,
      cell: ({ id, act }) => (
        <RecordLink to={`/approvals/${id}`} permission="player.view" strong>
          {actName(t, act)}
        </RecordLink>
      ),
    },
    {
      key: "on",
      head: t("records.target"),
      cell: ({ player, machine, target }) => <bdi>{player?.name ?? machine?.name ?? target}</bdi>,
    },
    {
      key: "amount",
      head: t("records.amount"),
      numeric: true,
      lead: true,
      cell: ({ amount }) => <Money minor={amount} />,
    },
    { key: "state", head: t("records.state"), cell: ({ state: now }) => <ApprovalState state={now} /> },
    { key: "by", head: t("records.requestedBy"), cell: ({ requestedBy }) => <bdi>{requestedBy}</bdi> },
    { key: "at", head: t("records.at"), cell: ({ requestedAt }) => formatMoment(requestedAt, language) },
    {
      key: "decider",
      head: t("records.decidedBy"),
      cell: ({ decidedBy }) => (decidedBy === null ? null : <bdi>{decidedBy}</bdi>),
    },
  ];
}

function All() {
  const t = useT();
  const reload = useReload();
  const [{ state }, setFilters] = useFilters(["state"]);
  const known = APPROVAL_STATES.find((one) => one === state);
  const pages = usePages<ApprovalRow>("approvals", { query: known === undefined ? {} : { state: known } });
  useTopic("queue", () => void reload("approvals"));
  const columns = useColumns();
  return (
    <Page title={t("records.title_approvals")} text={t("records.approvalsText")}>
      <div className="flex flex-wrap gap-2">
        {APPROVAL_STATES.map((one) => (
          <Chip key={one} pressed={known === one} onClick={() => setFilters({ state: known === one ? "" : one })}>
            {t(`records.approval_${one}`)}
          </Chip>
        ))}
      </div>
      <RecordTable
        caption={t("records.title_approvals")}
        columns={columns}
        pages={pages}
        rowKey={({ id }) => String(id)}
        empty={{ title: t("records.noApprovals"), text: t("records.noApprovalsText") }}
      />
    </Page>
  );
}

export default function ApprovalsScreen() {
  const { id } = useParams({ strict: false });
  return id === undefined ? <All /> : <One key={id} id={Number(id)} />;
}
