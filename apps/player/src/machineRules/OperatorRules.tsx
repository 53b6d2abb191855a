/** What the operator entered for a machine: a text, shown as it is written, or a PDF to save. */
import { useState } from "react";
import { RULES_CALLS } from "@reelcast/contract";
import type { RulesDocument } from "@reelcast/contract";
import { download } from "@reelcast/client/download";
import { Button, CashOutIcon, saveFile } from "@reelcast/ui";
import { readToken } from "../api/index.ts";
import { useSettings } from "../api/useSettings.ts";
import { errorText, formatDate, useT } from "../i18n/index.ts";
import { useFigures } from "./figures.ts";
import { Part } from "./Part.tsx";

export function OperatorRules({ document, machineId }: { document: RulesDocument; machineId: number }) {
  const house = useSettings();
  const t = useT();
  return (
    <Part title={t("machineRules.operator")}>
      {document.kind === "text" ? (
        <p dir="auto" className="rounded-lg bg-sunken p-4 text-[.9375rem] wrap-anywhere whitespace-pre-wrap">
          {document.text}
        </p>
      ) : (
        <Pdf bytes={document.bytes} machineId={machineId} />
      )}
      <p className="text-xs text-muted">
        {t("machineRules.entered", { at: formatDate(document.at, house.dateFormat) })}
      </p>
    </Part>
  );
}

function Pdf({ bytes, machineId }: { bytes: number; machineId: number }) {
  const house = useSettings();
  const t = useT();
  const { count } = useFigures();
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null });
  const save = () => {
    const token = readToken();
    if (token === null) return;
    setState({ busy: true, error: null });
    download(RULES_CALLS.rulesFile, {
      apiBase: house.apiBase,
      token,
      params: { id: machineId },
      type: "application/pdf",
    }).then(
      (file) => {
        saveFile(file, `machine-${machineId}-rules.pdf`);
        setState({ busy: false, error: null });
      },
      (error: unknown) => setState({ busy: false, error }),
    );
  };
  return (
    <>
      <p>{t("machineRules.pdfText")}</p>
      <Button icon={<CashOutIcon />} busy={state.busy} onClick={save}>
        {t("machineRules.pdf", { size: count(Math.max(1, bytes / 1024)) })}
      </Button>
      {state.error === null ? null : (
        <p role="alert" className="text-error">
          {errorText(state.error)}
        </p>
      )}
    </>
  );
}
