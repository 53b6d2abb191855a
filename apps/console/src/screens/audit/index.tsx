/** The audit log: a search that stands in the address, its rows, one row with its states, and the export. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { separatorOf } from "@reelcast/client/csv";
import { download } from "@reelcast/client/download";
import type { CsvSeparator } from "@reelcast/contract";
import { AUDIT_CALLS } from "@reelcast/contract/console";
import { Button, CsvFormatSelect, DownIcon, Message, Skeleton, saveFile, toast } from "@reelcast/ui";
import { API_BASE } from "../../api/index.ts";
import { errorText, useLanguage, useT } from "../../i18n/index.ts";
import { session } from "../../session/store.ts";
import { Page } from "../../shell/Page.tsx";
import { useShortcuts } from "../../shell/keys.ts";
import { Chain } from "./Chain.tsx";
import { Filters } from "./Filters.tsx";
import { RowSheet } from "./RowSheet.tsx";
import { Rows } from "./Rows.tsx";
import { filterOf, queryOf, searchOf } from "./filter.ts";
import type { Filter } from "./filter.ts";
import { useRows } from "./useRows.ts";

/** A text is searched for when nobody has typed for so long. */
const TYPED_MS = 400;

function Export({ filter }: { filter: Filter }) {
  const t = useT();
  const [rows, setRows] = useState<number | null>(null);
  const language = useLanguage();
  const [chosen, setChosen] = useState<CsvSeparator | null>(null);
  const separator = chosen ?? separatorOf(language, navigator.language);
  async function run(): Promise<void> {
    const token = session.token();
    if (token === null) return;
    setRows(0);
    let count = 0;
    try {
      const blob = await download(AUDIT_CALLS.exportAudit, {
        apiBase: API_BASE,
        token,
        query: { ...queryOf(filter), separator },
        signal: new AbortController().signal,
        onProgress: (progress) => {
          count = progress.rows;
          setRows(count);
        },
      });
      saveFile(blob, "audit-log.csv");
      toast.success(t("audit.exported", { rows: count }));
    } catch (error) {
      toast.error(errorText(error));
    }
    setRows(null);
  }
  return (
    <>
      <CsvFormatSelect
        label={t("audit.fileFormat")}
        value={separator}
        onChange={setChosen}
        textOf={(value) => t(`audit.file_${value}`)}
      />
      <Button icon={<DownIcon size={18} />} busy={rows !== null} onClick={() => void run()}>
        {rows === null ? t("audit.export") : t("audit.exporting", { rows })}
      </Button>
    </>
  );
}

function Found({ filter }: { filter: Filter }) {
  const t = useT();
  const { query, rows, cursor, waiting, showNewer } = useRows(filter);
  const [open, setOpen] = useState<number | null>(null);
  return (
    <>
      {waiting > 0 ? (
        <Button onClick={showNewer} className="self-center">
          {t("audit.newer", { count: waiting })}
        </Button>
      ) : null}
      {query.isPending ? (
        <div role="status">
          <span className="sr-only">{t("shell.loading")}</span>
          <Skeleton className="h-96" />
        </div>
      ) : query.isError && rows.length === 0 ? (
        <Message title={t("shell.notLoaded")} text={errorText(query.error)}>
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            {t("shell.again")}
          </Button>
        </Message>
      ) : rows.length === 0 && cursor === null ? (
        <Message title={t("audit.none")} text={t("audit.noneText")} />
      ) : (
        <Rows
          rows={rows}
          cursor={cursor}
          loading={query.isFetchingNextPage}
          failed={query.isFetchNextPageError && !query.isFetchingNextPage ? query.error : null}
          onMore={() => void query.fetchNextPage()}
          onOpen={setOpen}
        />
      )}
      {open === null ? null : <RowSheet key={open} seq={open} onClose={() => setOpen(null)} />}
    </>
  );
}

export default function AuditScreen() {
  const t = useT();
  const navigate = useNavigate();
  const filter = filterOf(useSearch({ strict: false }));
  const [text, setText] = useState(filter.text);
  const change = (next: Filter) => void navigate({ to: "/audit", search: searchOf(next) as never, replace: true });
  const search = useEffectEvent((wanted: string) => {
    if (wanted !== filter.text) change({ ...filter, text: wanted });
  });
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), TYPED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useShortcuts([
    {
      key: "/",
      title: t("audit.keyFind"),
      run: () => document.querySelector<HTMLElement>("input[type=search]")?.focus(),
    },
  ]);
  return (
    <Page title={t("audit.title")} text={t("audit.text")} actions={<Export filter={filter} />}>
      <Chain />
      <Filters filter={filter} text={text} onText={setText} onChange={change} />
      <Found key={JSON.stringify(filter)} filter={filter} />
    </Page>
  );
}
