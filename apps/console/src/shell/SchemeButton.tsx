/** Light, dark, or as the device is: each press is the next. */
import { IconButton, MonitorIcon, MoonIcon, SunIcon } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { SCHEMES, preferences, useScheme } from "./preferences.ts";

const ICONS = { system: MonitorIcon, dark: MoonIcon, light: SunIcon } as const;

export function SchemeButton() {
  const t = useT();
  const scheme = useScheme();
  const next = SCHEMES[(SCHEMES.indexOf(scheme) + 1) % SCHEMES.length] ?? "system";
  const Icon = ICONS[scheme];
  return (
    <IconButton
      label={t("shell.schemeNow", { now: t(`shell.scheme_${scheme}`), next: t(`shell.scheme_${next}`) })}
      onClick={() => preferences.setScheme(next)}
      className="text-muted"
    >
      <Icon size={18} />
    </IconButton>
  );
}
