/** The state of the house now, subject by subject: a word, a sign, and what it rests on. */
import type { ReactNode } from "react";
import { OPTIONAL_PARTS } from "@reelcast/contract/console";
import type { Health } from "@reelcast/contract/console";
import { ErrorIcon, QuestionIcon, SuccessIcon, WarningIcon, cx, useNow } from "@reelcast/ui";
import { formatAgo, useLanguage, useT } from "../../i18n/index.ts";
import { formatBytes, formatSeconds } from "./figures.ts";
import {
  judgeBackup,
  judgeDatabase,
  judgeDisk,
  judgeLedger,
  judgeLogMonths,
  judgeMachines,
  judgeProcesses,
  judgeTransfers,
} from "./judge.ts";
import type { Verdict } from "./judge.ts";

const SIGNS = {
  good: [SuccessIcon, "text-success"],
  look: [WarningIcon, "text-warning"],
  bad: [ErrorIcon, "text-error"],
  unknown: [QuestionIcon, "text-muted"],
} as const;

function Subject({ title, verdict, children }: { title: string; verdict: Verdict; children: ReactNode }) {
  const t = useT();
  const [Icon, tone] = SIGNS[verdict];
  return (
    <li className={cx("card flex flex-col gap-1.5 p-4", verdict === "bad" && "border-error")}>
      <h3 className="text-sm font-medium text-muted">{title}</h3>
      <p className={cx("flex items-center gap-2 font-semibold", tone)}>
        <Icon size={18} className="shrink-0" />
        {t(`health.${verdict}`)}
      </p>
      <div className="flex flex-col gap-0.5 text-sm">{children}</div>
    </li>
  );
}

function useAgo() {
  const language = useLanguage();
  const now = useNow();
  return { now, ago: (at: string) => formatAgo(at, now, language) };
}

function Processes({ health }: { health: Health }) {
  const t = useT();
  const { nodes } = health;
  const silent = nodes.filter(({ state }) => state === "silent").length;
  const versions = [...new Set(nodes.flatMap(({ version }) => version ?? []))];
  return (
    <Subject title={t("health.processes")} verdict={judgeProcesses(health)}>
      <p>{t("health.processesRun", { count: nodes.length - silent })}</p>
      {OPTIONAL_PARTS.map((part) => {
        const without = nodes.filter(({ state, missing = [] }) => state === "active" && missing.includes(part));
        if (without.length === 0) return null;
        const names = without.flatMap(({ name }) => name ?? []).join(", ");
        return <p key={part}>{[t(`health.missing.${part}`), names].filter(Boolean).join(" ")}</p>;
      })}
      {silent > 0 ? <p>{t("health.processesSilent", { count: silent })}</p> : null}
      <p className="text-muted">
        {versions.length > 1 ? t("health.versionsDiffer", { versions: versions.join(", ") }) : health.version}
      </p>
    </Subject>
  );
}
function Database({ health }: { health: Health }) {
  const t = useT();
  const language = useLanguage();
  const { bytes, standbys } = health.database;
  const present = (standbys ?? []).filter(({ count }) => count > 0);
  const count = present.reduce((sum, one) => sum + one.count, 0);
  const lag = Math.max(0, ...present.map(({ lagSeconds }) => lagSeconds));
  return (
    <Subject title={t("health.database")} verdict={judgeDatabase(health)}>
      <p>{t("health.databaseSize", { size: formatBytes(bytes, language) })}</p>
      <p className="text-muted">
        {count === 0 ? t("health.noStandby") : t("health.standbys", { count, lag: formatSeconds(lag, language) })}
      </p>
    </Subject>
  );
}
function Backup({ health }: { health: Health }) {
  const t = useT();
  const language = useLanguage();
  const { now, ago } = useAgo();
  const { known, at, bytes } = health.backup;
  return (
    <Subject title={t("health.backup")} verdict={judgeBackup(health, now)}>
      <p>
        {known
          ? at === null
            ? t("health.backupNever")
            : t("health.backupAt", { ago: ago(at), size: formatBytes(bytes, language) })
          : t("health.backupUnknown")}
      </p>
    </Subject>
  );
}
function Ledger({ health }: { health: Health }) {
  const t = useT();
  const { now, ago } = useAgo();
  const { checkedAt, broken, attention, fullAt } = health.ledger;
  return (
    <Subject title={t("health.ledger")} verdict={judgeLedger(health, now)}>
      <p>
        {checkedAt === null
          ? t("health.ledgerNever")
          : t("health.ledgerAt", { ago: ago(checkedAt), broken: broken ?? 0, attention: attention ?? 0 })}
      </p>
      {fullAt === null ? null : <p className="text-muted">{t("health.ledgerFull", { ago: ago(fullAt) })}</p>}
    </Subject>
  );
}
function Transfers({ health }: { health: Health }) {
  const t = useT();
  const language = useLanguage();
  const { unresolved, suspensions } = health.transfers;
  const count = unresolved.reduce((sum, one) => sum + one.count, 0);
  const oldest = Math.max(0, ...unresolved.map(({ oldestSeconds }) => oldestSeconds));
  return (
    <Subject title={t("health.transfers")} verdict={judgeTransfers(health)}>
      <p>
        {count === 0
          ? t("health.transfersNone")
          : t("health.transfersText", { count, age: formatSeconds(oldest, language) })}
      </p>
      {suspensions > 0 ? <p>{t("health.suspensions", { count: suspensions })}</p> : null}
    </Subject>
  );
}

export function State({ health }: { health: Health }) {
  const t = useT();
  const language = useLanguage();
  const { machines, disk, logMonthsAhead } = health;
  const { inPlay, closed, outOfOrder, quarantined, withoutNode } = machines;
  return (
    <section aria-label={t("health.now")}>
      <h2 className="sr-only">{t("health.now")}</h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Processes health={health} />
        <Subject title={t("health.machines")} verdict={judgeMachines(health)}>
          <p>{t("health.machinesText", { inPlay, closed, outOfOrder, quarantined })}</p>
          {withoutNode > 0 ? <p>{t("health.withoutNode", { count: withoutNode })}</p> : null}
        </Subject>
        <Transfers health={health} />
        <Ledger health={health} />
        <Database health={health} />
        <Subject title={t("health.disk")} verdict={judgeDisk(health)}>
          <p>
            {t("health.diskFree", {
              free: formatBytes(disk.freeBytes, language),
              total: formatBytes(disk.totalBytes, language),
            })}
          </p>
          {disk.level === "full" ? <p>{t("health.diskRefused")}</p> : null}
          {disk.level === "low" ? <p>{t("health.diskLow")}</p> : null}
          <p className="text-muted">{t("health.diskData", { size: formatBytes(disk.dataBytes, language) })}</p>
        </Subject>
        <Backup health={health} />
        <Subject title={t("health.logMonths")} verdict={judgeLogMonths(health)}>
          <p>{t("health.logMonthsAhead", { count: Math.max(0, logMonthsAhead) })}</p>
        </Subject>
      </ul>
    </section>
  );
}
