/** The player of the chat: who it is, where they sit, their money, and the limits in force. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DeskContext } from "@reelcast/contract/console";
import { Money, MoneyFormatProvider, useNow } from "@reelcast/ui";
import { callQuery } from "../../api/queries.ts";
import { formatAgo, formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { Stale } from "../../records/Stale.tsx";
import { Loaded } from "../../shell/Loaded.tsx";

const REFRESH_MS = 15_000;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1.5 border-t border-line pt-3 first:border-t-0 first:pt-0">
      <h3 className="text-sm font-medium text-muted">{title}</h3>
      {children}
    </section>
  );
}

function Transfers({ transfers, now }: { transfers: DeskContext["transfers"]; now: number }) {
  const t = useT();
  const language = useLanguage();
  if (transfers.length === 0) return <p className="text-sm">{t("desk.noTransfers")}</p>;
  return (
    <ul className="flex flex-col gap-2">
      {transfers.map(({ id, kind, machine, amount, state, at }) => (
        <li key={id} className="text-sm">
          <span className="flex justify-between gap-2">
            <span>{t(`desk.kind_${kind}`)}</span>
            {amount === null ? "–" : <Money minor={amount} />}
          </span>
          <span className="block text-xs text-muted">
            {machine} ·{" "}
            {state === "done" || state === "failed" || state === "manual"
              ? t(`desk.transfer_${state}`)
              : t("desk.transfer_open")}
            {" · "}
            {formatAgo(at, now, language)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Limits({ protection }: { protection: DeskContext["protection"] }) {
  const t = useT();
  const language = useLanguage();
  const { limits, breakUntil, exclusionUntil } = protection;
  const set = limits.filter(({ value }) => value !== null);
  const lines = [
    ...(exclusionUntil === null ? [] : [t("desk.excluded", { until: formatMoment(exclusionUntil, language) })]),
    ...(breakUntil === null ? [] : [t("desk.onBreak", { until: formatMoment(breakUntil, language) })]),
  ];
  if (set.length === 0 && lines.length === 0) return <p className="text-sm">{t("desk.noLimits")}</p>;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {lines.map((line) => (
        <li key={line} className="font-medium text-warning">
          {line}
        </li>
      ))}
      {set.map(({ kind, period, value, used }) => (
        <li key={`${kind} ${period}`} className="flex justify-between gap-2">
          <span>{t("desk.limit", { kind: t(`desk.limit_${kind}`), period: t(`desk.period_${period}`) })}</span>
          {kind === "time" ? (
            <span className="figures">{t("desk.minutes", { used, value })}</span>
          ) : (
            <span className="whitespace-nowrap">
              <Money minor={used} /> / <Money minor={value ?? 0} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

export function Context({ player }: { player: number }) {
  const t = useT();
  const language = useLanguage();
  const now = useNow();
  const context = useQuery({
    ...callQuery("deskContext", { params: { id: player } }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <section aria-label={t("desk.context")} className="flex flex-col gap-3 overflow-y-auto p-4">
      <Stale query={context} />
      <Loaded query={context} height="h-96">
        {(data) => (
          <MoneyFormatProvider value={{ language, currency: data.currency }}>
            <Part title={t("desk.player")}>
              <p className="font-semibold">{data.username}</p>
              <p className="text-sm">{data.name === "" ? null : data.name}</p>
              <p className="text-sm wrap-break-word text-muted">{data.email}</p>
              <p className="text-xs text-muted">{t("desk.since", { at: formatMoment(data.createdAt, language) })}</p>
              {data.bannedAt === null ? null : (
                <p className="text-sm font-medium text-error">
                  {t("desk.banned", { at: formatMoment(data.bannedAt, language) })}
                </p>
              )}
            </Part>
            <Part title={t("desk.seat")}>
              <p className="text-sm">
                {data.seat === null
                  ? t("desk.noSeat")
                  : t("desk.seatAt", { machine: data.seat.machine, since: formatAgo(data.seat.since, now, language) })}
              </p>
            </Part>
            <Part title={t("desk.balance")}>
              <Money minor={data.balance} className="self-start text-lg font-semibold" />
              {data.inDoubt === 0 ? null : (
                <p className="text-sm font-medium text-warning">
                  {t("desk.inDoubt")} <Money minor={data.inDoubt} />
                </p>
              )}
            </Part>
            <Part title={t("desk.transfers")}>
              <Transfers transfers={data.transfers} now={now} />
            </Part>
            <Part title={t("desk.limits")}>
              <Limits protection={data.protection} />
            </Part>
          </MoneyFormatProvider>
        )}
      </Loaded>
    </section>
  );
}

/** Next to the chat, where no sheet has its title. */
export function ContextAside({ player }: { player: number }) {
  const t = useT();
  return (
    <>
      <h2 className="sr-only">{t("desk.context")}</h2>
      <Context player={player} />
    </>
  );
}
