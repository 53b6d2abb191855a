/** The latest commands to the machine with its answers, and what it reported: shown on request, for a technician. */
import { useState } from "react";
import type { TraceEntry } from "@reelcast/contract/console";
import { Button, DataTable, cx } from "@reelcast/ui";
import type { Column } from "@reelcast/ui";
import { useCall } from "../../api/queries.ts";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { Loaded } from "../../shell/Loaded.tsx";
import { Section } from "../../shell/Page.tsx";

function useColumns(): readonly Column<TraceEntry>[] {
  const t = useT();
  const language = useLanguage();
  return [
    { key: "name", head: t("machine.traceName"), main: true, cell: ({ name }) => name },
    { key: "at", head: t("machine.traceAt"), cell: ({ at }) => formatMoment(at, language, true) },
    { key: "kind", head: t("machine.traceKind"), cell: ({ kind }) => t(`machine.trace_${kind}`) },
    {
      key: "detail",
      head: t("machine.traceDetail"),
      cell: ({ detail }) => (
        <code dir="ltr" className="text-sm break-all">
          {detail}
        </code>
      ),
    },
    {
      key: "answer",
      head: t("machine.traceAnswer"),
      cell: ({ answer, isLost }) =>
        answer === null ? null : (
          <code dir="ltr" className={cx("text-sm break-all", isLost && "text-warning")}>
            {answer}
          </code>
        ),
    },
    { key: "ms", head: t("machine.traceMs"), numeric: true, cell: ({ ms }) => ms },
  ];
}
function Entries({ machineId }: { machineId: number }) {
  const t = useT();
  const query = useCall("machineTrace", { params: { id: String(machineId) } });
  const columns = useColumns();
  return (
    <Loaded query={query} height="h-48">
      {(entries) =>
        entries.length === 0 ? (
          <p className="text-muted">{t("machine.traceNone")}</p>
        ) : (
          <DataTable
            caption={t("machine.trace")}
            columns={columns}
            rows={entries}
            rowKey={({ at, name, detail }) => `${at} ${name} ${detail}`}
            tableFrom={50}
          />
        )
      }
    </Loaded>
  );
}
export function Trace({ machineId }: { machineId: number }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <Section
      title={t("machine.trace")}
      text={t("machine.traceText")}
      actions={
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? "machine.traceHide" : "machine.traceShow")}
        </Button>
      }
    >
      {open ? <Entries machineId={machineId} /> : null}
    </Section>
  );
}
