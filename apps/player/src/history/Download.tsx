/** Downloads what the list matches as a file: with progress, a way to stop it, and a way to try again. */
import { useEffect, useRef, useState } from "react";
import { HISTORY_CALLS } from "@reelcast/contract";
import type { CsvSeparator } from "@reelcast/contract";
import { separatorOf } from "@reelcast/client/csv";
import { download } from "@reelcast/client/download";
import type { DownloadProgress } from "@reelcast/client/download";
import { Button, CashOutIcon, CsvFormatSelect, ErrorIcon, saveFile, toast } from "@reelcast/ui";
import { readToken, settings } from "../api/index.ts";
import { isApiError } from "../api/index.ts";
import { faultOf, loginExpired } from "../auth/loginState.ts";
import { errorText, useLanguage, useT } from "../i18n/index.ts";
import { timeZone, today } from "./filter.ts";
import type { FilterQuery } from "./filter.ts";
import type { ListName } from "./useList.ts";
import { fileName } from "./words.ts";

type State = { is: "idle" } | ({ is: "running" } & DownloadProgress) | { is: "failed"; error: unknown };
const IDLE: State = { is: "idle" };
export interface DownloadControl {
  state: State;
  separator: CsvSeparator;
  onSeparator: (separator: CsvSeparator) => void;
  start: () => void;
  stop: () => void;
}

/** Downloads in the form that the reader has chosen, at first the one of their language. @param base what the file is called, before its day */
export function useDownload(list: ListName, query: FilterQuery, base: string): DownloadControl {
  const t = useT();
  const language = useLanguage();
  const [state, setState] = useState<State>(IDLE);
  const [chosen, setChosen] = useState<CsvSeparator | null>(null);
  const separator = chosen ?? separatorOf(language, navigator.language);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = () => {
    const token = readToken();
    if (token === null) return;
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setState({ is: "running", rows: 0, total: null });
    download(HISTORY_CALLS[list === "sessions" ? "sessionsCsv" : "transactionsCsv"], {
      apiBase: settings().apiBase,
      token,
      query: { ...query, lang: language, timeZone: timeZone(), separator },
      signal: abort.signal,
      onProgress: (progress) => setState({ is: "running", ...progress }),
    }).then(
      (file) => {
        const name = fileName(base, today());
        saveFile(file, name);
        setState(IDLE);
        toast.success(t("history.downloaded", { name }));
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        if (isApiError(error) && error.status === 401) loginExpired(token, faultOf(error));
        setState({ is: "failed", error });
      },
    );
  };
  const stop = () => {
    running.current?.abort();
    setState(IDLE);
  };
  return { state, separator, onSeparator: setChosen, start, stop };
}

export function DownloadButton({ control, disabled }: { control: DownloadControl; disabled: boolean }) {
  const t = useT();
  return (
    <>
      <CsvFormatSelect
        label={t("history.fileFormat")}
        value={control.separator}
        onChange={control.onSeparator}
        textOf={(value) => t(`history.file_${value}`)}
      />
      <Button icon={<CashOutIcon />} busy={control.state.is === "running"} disabled={disabled} onClick={control.start}>
        {t("history.download")}
      </Button>
    </>
  );
}

/** The progress of the download, or its error. */
export function DownloadState({ control: { state, start, stop } }: { control: DownloadControl }) {
  const t = useT();
  if (state.is === "idle") return null;
  if (state.is === "failed")
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 rounded-lg border border-error/40 bg-error/10 p-3">
        <ErrorIcon className="shrink-0 text-error" />
        <p className="min-w-48 grow basis-0">
          <span className="font-semibold">{t("history.downloadFailed")}</span> {errorText(state.error)}
        </p>
        <Button onClick={start}>{t("shell.retry")}</Button>
        <Button tone="quiet" onClick={stop}>
          {t("shell.close")}
        </Button>
      </div>
    );
  const { rows, total } = state;
  const words = total === null ? t("history.downloading") : t("history.downloadProgress", { rows, total });
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-raised p-3">
      <div className="flex min-w-48 grow basis-0 flex-col gap-2">
        <p className="figures text-sm">{words}</p>
        <progress
          aria-label={t("history.downloading")}
          aria-valuetext={words}
          {...(total !== null && total > 0 && { value: Math.min(rows, total), max: total })}
          className="h-2 w-full accent-gold"
        />
      </div>
      <Button onClick={stop}>{t("history.cancel")}</Button>
    </div>
  );
}
