/** The quick panel: the day, the operator's events and notes, and switches for this browser. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { TEMPLATE_CALLS } from "@reelcast/contract";
import type { QuickPanelData } from "@reelcast/contract";
import { reloadQueries } from "@reelcast/client/reloadQueries";
import { BellIcon, ClickIcon, Skeleton, SoundIcon, Switch, useNow } from "@reelcast/ui";
import { clientOf } from "../../api/index.ts";
import { useSettings } from "../../api/useSettings.ts";
import { formatDate, useLanguage, useT } from "../../i18n/index.ts";
import type { PanelProps } from "../panels.ts";
import { prefer, usePreferences } from "../preferences.ts";
import { SidePanel } from "../SidePanel.tsx";
import { Unloaded } from "../Unloaded.tsx";

const call = clientOf(TEMPLATE_CALLS);
const QUICK = ["quick-panel"] as const;

function Today() {
  const t = useT();
  const language = `${useLanguage()}-u-nu-latn`;
  // The panel may stay open over midnight.
  const now = new Date(useNow());
  return (
    <div className="px-4 pt-4">
      <p className="text-sm text-muted">{t("quick.today")}</p>
      <time dateTime={formatDate(now, "YYYY-MM-DD")} className="figures block">
        <span className="block text-3xl leading-tight font-bold">
          {now.toLocaleDateString(language, { weekday: "long" })}
        </span>
        <span className="block text-lg text-muted">
          {now.toLocaleDateString(language, { day: "numeric", month: "long", year: "numeric" })}
        </span>
      </time>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line p-4">
      <h3 className="mb-2 text-sm font-semibold text-muted">{title}</h3>
      {children}
    </section>
  );
}

function Entries({ title, none, entries }: { title: string; none: string; entries: QuickPanelData["events"] }) {
  const house = useSettings();
  const language = useLanguage();
  const texted = entries.map((entry) => ({ ...entry, ...entry.texts?.[language] }));
  return (
    <Section title={title}>
      {entries.length === 0 ? <p className="text-[.9375rem] text-muted">{none}</p> : null}
      <ul className="flex flex-col gap-3">
        {texted.map(({ id, title: name, detail, at }) => (
          <li key={id} dir="auto" className="text-[.9375rem]">
            <p className="font-semibold">{name}</p>
            {at === undefined ? null : (
              <p>
                <time dateTime={at} dir="ltr" className="figures text-sm text-gold">
                  {formatDate(at, house.dateFormat)}
                </time>
              </p>
            )}
            <p className="whitespace-pre-line text-muted">{detail}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function OfTheHouse() {
  const t = useT();
  const queries = useQueryClient();
  const { data, error, fetchStatus } = useQuery({
    queryKey: QUICK,
    queryFn: ({ signal }) => call("quickPanel", {}, { signal }),
  });
  if (data)
    return (
      <>
        <Entries title={t("quick.events")} none={t("quick.noEvents")} entries={data.events} />
        <Entries title={t("quick.notes")} none={t("quick.noNotes")} entries={data.notes} />
      </>
    );
  return (
    <Section title={t("quick.events")}>
      <Unloaded error={error} fetchStatus={fetchStatus} onRetry={() => void reloadQueries(queries, QUICK)}>
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </Unloaded>
    </Section>
  );
}

function Switches() {
  const t = useT();
  const { volume, muted, clickSound, chatToasts } = usePreferences();
  const audible = !muted && volume > 0;
  return (
    <Section title={t("quick.settings")}>
      <div className="-mx-2 flex flex-col">
        <Switch
          icon={<SoundIcon />}
          label={t("quick.machineSound")}
          on={audible}
          onChange={() => prefer(audible ? { muted: true } : { muted: false, volume: volume || 1 })}
        />
        <Switch
          icon={<ClickIcon />}
          label={t("quick.clickSound")}
          on={clickSound}
          onChange={() => prefer({ clickSound: !clickSound })}
        />
        <Switch
          icon={<BellIcon />}
          label={t("quick.chatToasts")}
          on={chatToasts}
          onChange={() => prefer({ chatToasts: !chatToasts })}
        />
      </div>
    </Section>
  );
}

export default function QuickPanel({ open, onClose }: PanelProps) {
  const t = useT();
  return (
    <SidePanel open={open} onClose={onClose} title={t("quick.title")}>
      <div className="flex min-h-0 grow flex-col gap-4 overflow-y-auto overscroll-contain">
        <Today />
        <OfTheHouse />
        <Switches />
      </div>
    </SidePanel>
  );
}
