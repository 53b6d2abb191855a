/** One row of the log: who, when, from where, and the states before and after it side by side. */
import { Sheet, cx } from "@reelcast/ui";
import { useCall } from "../../api/queries.ts";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { Loaded } from "../../shell/Loaded.tsx";
import { compareStates } from "./compare.ts";
import { Outcome } from "./Rows.tsx";

function States({ before, after }: { before: unknown; after: unknown }) {
  const t = useT();
  const fields = compareStates(before, after);
  if (fields.length === 0) return <p className="text-sm text-muted">{t("audit.noState")}</p>;
  return (
    <table className="w-full table-fixed border-collapse text-sm">
      <thead>
        <tr className="border-b border-line text-muted">
          {(["field", "before", "after"] as const).map((head) => (
            <th key={head} scope="col" className="px-2 py-1.5 text-start font-medium">
              {t(`audit.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, before: was, after: is, changed }) => (
          <tr key={name} className={cx("border-b border-line/60 align-top", changed && "bg-lifted")}>
            <th scope="row" dir="ltr" className="px-2 py-1.5 text-start font-normal wrap-break-word">
              {name === "" ? "–" : name}
              {changed ? <span className="ms-1 text-xs text-warning">{t("audit.changed")}</span> : null}
            </th>
            <td dir="auto" className={cx("px-2 py-1.5 wrap-break-word", changed && was !== null && "text-error")}>
              {was ?? "–"}
            </td>
            <td dir="auto" className={cx("px-2 py-1.5 wrap-break-word", changed && is !== null && "text-success")}>
              {is ?? "–"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function RowSheet({ seq, onClose }: { seq: number; onClose: () => void }) {
  const t = useT();
  const language = useLanguage();
  const entry = useCall("auditEntry", { params: { seq } });
  return (
    <Sheet open onClose={onClose} side="end" title={t("audit.row", { seq })} closeLabel={t("shell.close")} width={560}>
      <div className="flex flex-col gap-4 px-5 pt-1 pb-6">
        <Loaded query={entry} height="h-64">
          {({ at, by, via, from, act, target, why, outcome, before, after, hash }) => (
            <>
              <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm [&_dt]:text-muted">
                <dt>{t("audit.act")}</dt>
                <dd className="flex flex-wrap items-center gap-2 font-semibold">
                  {act} <Outcome outcome={outcome} />
                </dd>
                <dt>{t("audit.at")}</dt>
                <dd className="figures">{formatMoment(at, language, true)}</dd>
                <dt>{t("audit.by")}</dt>
                <dd>{by}</dd>
                <dt>{t("audit.via")}</dt>
                <dd>{t(`audit.via_${via}`)}</dd>
                <dt>{t("audit.origin")}</dt>
                <dd className="wrap-break-word">{from ?? "–"}</dd>
                <dt>{t("audit.target")}</dt>
                <dd>{target ?? "–"}</dd>
                <dt>{t("audit.why")}</dt>
                <dd dir="auto" className="wrap-break-word">
                  {why ?? "–"}
                </dd>
              </dl>
              <States before={before} after={after} />
              <p className="text-xs text-muted">
                {t("audit.hash")}{" "}
                <code dir="ltr" className="break-all">
                  {hash}
                </code>
              </p>
            </>
          )}
        </Loaded>
      </div>
    </Sheet>
  );
}
