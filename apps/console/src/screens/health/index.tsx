/** The health of the house: the state now, figures of the last hour, processes and leases. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callQuery } from "../../api/queries.ts";
import { useT } from "../../i18n/index.ts";
import { Stale } from "../../records/Stale.tsx";
import { Loaded } from "../../shell/Loaded.tsx";
import { Page } from "../../shell/Page.tsx";
import { Charts } from "./Charts.tsx";
import { Leases, Nodes } from "./Nodes.tsx";
import { State } from "./State.tsx";

const EVERY_MS = 10_000;

export default function HealthScreen() {
  const t = useT();
  const [node, setNode] = useState("");
  const health = useQuery({ ...callQuery("health"), refetchInterval: EVERY_MS });
  return (
    <Page title={t("health.title")} text={t("health.text")}>
      <Stale query={health} />
      <Loaded query={health} height="h-48">
        {(data) => <State health={data} />}
      </Loaded>
      <Charts nodes={health.data?.nodes ?? []} node={node} onNode={setNode} />
      {health.data ? <Nodes nodes={health.data.nodes} /> : null}
      <Leases />
    </Page>
  );
}
