/** The settings: meaning, type, default, and the current value. */
import data from "virtual:handbook/settings";
import { useState } from "react";
import { HOUSE_SETTINGS } from "@reelcast/contract";
import type { Settings } from "@reelcast/contract";
import type { SettingDoc } from "@reelcast/contract/describe";
import { cx } from "@reelcast/ui";
import { useSettings } from "../../api/useSettings.ts";
import { useT } from "../../i18n/index.ts";
import { Chapter } from "./Chapter.tsx";
import { Code } from "./Code.tsx";
import { Fields, Typed } from "./Rows.tsx";
import { matches } from "./search.ts";

interface Setting extends SettingDoc {
  key: Exclude<keyof Settings, (typeof HOUSE_SETTINGS)[number]>;
}
const OF_HOUSE: readonly string[] = HOUSE_SETTINGS;
// The data is made of the same schema. What the server keeps to itself has no value here.
const SETTINGS = data.filter(({ key }) => !OF_HOUSE.includes(key)) as readonly Setting[];

function Setting({ setting: { key, shape, fields, fallback } }: { setting: Setting }) {
  const t = useT();
  const inUse = JSON.stringify(useSettings()[key]);
  const changed = inUse !== JSON.stringify(fallback);
  return (
    <article
      id={key}
      aria-labelledby={`${key}-title`}
      className="flex flex-col gap-2 rounded-xl border border-line bg-raised p-4 sm:p-5 print:break-inside-avoid"
    >
      <h2 id={`${key}-title`} tabIndex={-1} className="text-base font-semibold outline-none">
        <Code>{key}</Code>
      </h2>
      <p>{t(`handbook.setting_${key}`)}</p>
      <dl className="grid gap-x-6 gap-y-1 text-[15px] sm:grid-cols-[auto_minmax(0,1fr)]">
        <dt className="text-muted">{t("handbook.type")}</dt>
        <dd>
          <Typed type={shape} bounds={(fields.length === 1 && fields[0]?.bounds) || []} />
        </dd>
        <dt className="text-muted">{t("handbook.default")}</dt>
        <dd>
          <Code>{JSON.stringify(fallback)}</Code>
        </dd>
        <dt className="text-muted">{t("handbook.inUse")}</dt>
        <dd className="flex flex-wrap items-baseline gap-x-3">
          <Code className={cx(changed && "text-gold")}>{inUse}</Code>
          {changed ? <span className="text-sm text-muted">{t("handbook.changed")}</span> : null}
        </dd>
      </dl>
      {fields.length > 1 ? <Fields fields={fields} /> : null}
    </article>
  );
}

export default function SettingsChapter() {
  const t = useT();
  const [wanted, setWanted] = useState("");
  const found = SETTINGS.filter(({ key }) => matches(wanted, key, t(`handbook.setting_${key}`)));
  return (
    <Chapter
      chapter="settings"
      wanted={wanted}
      onWanted={setWanted}
      parts={found.map(({ key }) => ({ id: key, name: key, code: true }))}
    >
      <div className="flex flex-col gap-4">
        {found.map((setting) => (
          <Setting key={setting.key} setting={setting} />
        ))}
      </div>
    </Chapter>
  );
}
