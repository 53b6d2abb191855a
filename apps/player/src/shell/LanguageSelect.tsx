/**
 * The choice of a language where there is no top bar: on the lock and on the screens of the startup. A native control,
 * since both may stand in a modal dialog of the browser. Nothing if the operator offers no choice.
 */
import type { Language } from "@reelcast/contract";
import { Select } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { useLanguage, useT } from "../i18n/index.ts";
import { LANGUAGE_NAMES, chooseLanguage, offersLanguages } from "./language.ts";

export function LanguageSelect({ className }: { className?: string }) {
  const house = useSettings();
  const t = useT();
  const present = useLanguage();
  if (!offersLanguages(house)) return null;
  return (
    <Select
      inline
      label={t("shell.languageLabel")}
      value={present}
      onChange={(value) => void chooseLanguage(value as Language)}
      options={house.languages.map((language) => ({ value: language, text: t(LANGUAGE_NAMES[language]) }))}
      {...(className !== undefined && { className })}
    />
  );
}
