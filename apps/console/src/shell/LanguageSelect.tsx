/** The language of the console, each in its own words. */
import { ExpandIcon, GlobeIcon } from "@reelcast/ui";
import { useLanguage, useT } from "../i18n/index.ts";
import { LANGUAGES, LANGUAGE_NAMES, preferences } from "./preferences.ts";

export function LanguageSelect() {
  const t = useT();
  const language = useLanguage();
  return (
    <span className="relative inline-flex items-center text-muted">
      <GlobeIcon size={16} className="pointer-events-none absolute start-2.5" />
      <select
        aria-label={t("shell.language")}
        value={language}
        onChange={(event) => {
          const chosen = LANGUAGES.find((one) => one === event.target.value);
          if (chosen) void preferences.setLanguage(chosen);
        }}
        className="h-11 appearance-none rounded-md bg-transparent ps-9 pe-8 text-sm text-text hover:bg-lifted"
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one} className="bg-raised text-text">
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
      <ExpandIcon size={16} className="pointer-events-none absolute end-2" />
    </span>
  );
}
