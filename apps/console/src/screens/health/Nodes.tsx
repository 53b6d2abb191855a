/** The processes of the house, and which of them runs which machine. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { HealthLease, HealthNode } from "@reelcast/contract/console";
import { Button, DataTable, Message, Skeleton, cx, useNow } from "@reelcast/ui";
import type { Column } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { errorText, formatAgo, useLanguage, useT } from "../../i18n/index.ts";
import { Section } from "../../shell/Page.tsx";
import { formatSeconds } from "./figures.ts";

const STATES: Record<HealthNode["state"], string> = {
  active: "bg-success/12 text-success",
  draining: "bg-info/12 text-info",
  starting: "bg-info/12 text-info",
  standby: "bg-lifted text-muted",
  silent: "bg-error/12 text-error",
};

function NodeState({ state }: { state: HealthNode["state"] }) {
  const t = useT();
  return (
    <span className={cx("rounded-full px-2.5 py-0.5 text-sm whitespace-nowrap", STATES[state])}>
      {t(`health.state_${state}`)}
    </span>
  );
}

function useNodeColumns(): readonly Column<HealthNode>[] {
  const t = useT();
  const language = useLanguage();
  const now = useNow();
  return [
    { key: "name", head: t("health.node"), main: true, cell: ({ name }) => name ?? t("health.alone") },
    {
      key: "state",
      head: t("health.state"),
      cell: ({ state }) => <NodeState state={state} />,
    },
    { key: "roles", head: t("health.roles"), cell: ({ roles }) => (roles.length > 0 ? roles.join(", ") : null) },
    { key: "version", head: t("health.version"), cell: ({ version }) => version },
    { key: "started", head: t("health.started"), cell: ({ startedAt }) => formatAgo(startedAt, now, language) },
    { key: "machines", head: t("health.machinesOf"), numeric: true, cell: ({ machines }) => machines },
    { key: "seats", head: t("health.seats"), numeric: true, cell: ({ seats }) => seats },
    { key: "sockets", head: t("health.sockets"), numeric: true, cell: ({ sockets }) => sockets },
    { key: "viewers", head: t("health.viewers"), numeric: true, cell: ({ viewers }) => viewers },
    {
      key: "delay",
      head: t("health.delay"),
      numeric: true,
      cell: ({ eventLoopMs }) => (eventLoopMs === null ? null : formatSeconds(eventLoopMs / 1000, language)),
    },
  ];
}

export function Nodes({ nodes }: { nodes: readonly HealthNode[] }) {
  const t = useT();
  const columns = useNodeColumns();
  return (
    <section aria-label={t("health.nodes")} className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{t("health.nodes")}</h2>
      <div className="md:card">
        <DataTable caption={t("health.nodes")} columns={columns} rows={nodes} rowKey={({ id }) => id} tableFrom={52} />
      </div>
    </section>
  );
}

function LeaseList() {
  const t = useT();
  const leases = useInfiniteQuery({
    queryKey: ["healthLeases"],
    queryFn: ({ pageParam, signal }) =>
      call("healthLeases", { query: pageParam === null ? {} : { after: pageParam } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const rows = leases.data?.pages.flatMap(({ items }) => items) ?? [];
  const columns: readonly Column<HealthLease>[] = [
    {
      key: "machine",
      head: t("health.machine"),
      main: true,
      cell: ({ machine, machineId }) => `${machineId} · ${machine}`,
    },
    { key: "node", head: t("health.process"), cell: ({ node }) => node ?? t("health.noNode") },
    { key: "epoch", head: t("health.epoch"), numeric: true, cell: ({ epoch }) => epoch },
  ];
  if (leases.isPending)
    return (
      <div role="status">
        <span className="sr-only">{t("shell.loading")}</span>
        <Skeleton className="h-40" />
      </div>
    );
  if (leases.isError && rows.length === 0)
    return (
      <Message title={t("shell.notLoaded")} text={errorText(leases.error)}>
        <Button busy={leases.isFetching} onClick={() => void leases.refetch()}>
          {t("shell.again")}
        </Button>
      </Message>
    );
  if (rows.length === 0) return <Message title={t("health.noMachines")} text={t("health.noMachinesText")} />;
  return (
    <div className="flex flex-col gap-3">
      <DataTable
        caption={t("health.leases")}
        columns={columns}
        rows={rows}
        rowKey={({ machineId }) => String(machineId)}
        tableFrom={28}
      />
      <p role="alert" className="text-sm text-error empty:hidden">
        {leases.isFetchNextPageError ? errorText(leases.error) : null}
      </p>
      {leases.hasNextPage ? (
        <Button busy={leases.isFetchingNextPage} onClick={() => void leases.fetchNextPage()} className="self-start">
          {t("health.moreLeases")}
        </Button>
      ) : null}
    </div>
  );
}

export function Leases() {
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <Section
      title={t("health.leases")}
      text={t("health.leasesText")}
      actions={shown ? undefined : <Button onClick={() => setShown(true)}>{t("health.showLeases")}</Button>}
    >
      {shown ? <LeaseList /> : null}
    </Section>
  );
}
