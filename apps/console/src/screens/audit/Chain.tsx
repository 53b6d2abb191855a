/** Whether the chain of hashes was whole when it was verified last, and its verification. */
import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Button, ErrorIcon, InfoIcon, SuccessIcon, toast } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { callQuery, useCall } from "../../api/queries.ts";
import { errorText, formatMoment, useLanguage, useT } from "../../i18n/index.ts";

export function Chain() {
  const t = useT();
  const language = useLanguage();
  const queries = useQueryClient();
  const query = useCall("auditChain");
  const { data: chain } = query;
  const [busy, setBusy] = useState(false);
  async function verify(): Promise<void> {
    setBusy(true);
    try {
      queries.setQueryData(callQuery("auditChain").queryKey, await call("verifyAudit", {}));
    } catch (error) {
      toast.error(errorText(error));
    }
    setBusy(false);
  }
  const verified = chain?.verified ?? null;
  const values = verified && { at: formatMoment(verified.at, language), name: verified.by, rows: verified.rows };
  const [Icon, tone] =
    verified === null
      ? [InfoIcon, "text-muted"]
      : verified.broken === null
        ? [SuccessIcon, "text-success"]
        : [ErrorIcon, "text-error"];
  // The row of the verification itself does not count.
  const since = verified && chain ? chain.head.seq - verified.seq - 1 : 0;
  return (
    <section aria-label={t("audit.chain")} className="card flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
      <p role="status" className="flex min-w-0 grow basis-72 items-center gap-2 text-sm">
        <Icon size={18} className={`shrink-0 ${tone}`} />
        {chain === undefined
          ? query.error === null
            ? t("shell.loading")
            : `${t("shell.notLoaded")}: ${errorText(query.error)}`
          : values === null
            ? t("audit.chainNever")
            : verified?.broken === null || verified === null
              ? t("audit.chainWhole", values)
              : t("audit.chainBroken", { ...values, broken: verified.broken })}
        {since > 0 ? ` ${t("audit.chainSince", { count: since })}` : null}
      </p>
      <Button busy={busy} onClick={() => void verify()}>
        {t("audit.verify")}
      </Button>
    </section>
  );
}
