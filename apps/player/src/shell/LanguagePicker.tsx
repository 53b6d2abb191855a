/** Chooses the language of the app, if the operator offers several. Stored in this browser. */
import { Menu } from "@base-ui/react/menu";
import type { Language } from "@reelcast/contract";
import { CheckIcon, GlobeIcon, cx } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { useLanguage, useT } from "../i18n/index.ts";
import { Flag } from "./flags.tsx";
import { LANGUAGE_NAMES, chooseLanguage } from "./language.ts";

export default function LanguagePicker() {
  const house = useSettings();
  const t = useT();
  const present = useLanguage();
  return (
    <Menu.Root>
      <Menu.Trigger className="inline-flex min-h-11 items-center justify-center min-w-11 gap-1.5 rounded-md px-2 text-sm font-semibold hover:bg-lifted">
        <GlobeIcon />
        <span className="hidden sm:inline">{present.toUpperCase()}</span>
        <span className="sr-only">{t("shell.language", { language: t(LANGUAGE_NAMES[present]) })}</span>
      </Menu.Trigger>
      <Menu.Portal>
        {/* A landmark of its own: it opens at the end of the document, outside of the others. */}
        <Menu.Positioner
          sideOffset={6}
          align="end"
          className="z-50"
          role="region"
          aria-label={t("shell.language", { language: t(LANGUAGE_NAMES[present]) })}
        >
          <Menu.Popup className="min-w-44 rounded-lg border border-line bg-lifted p-1 shadow-popup outline-none">
            <Menu.RadioGroup value={present} onValueChange={(value) => void chooseLanguage(value as Language)}>
              {house.languages.map((language) => (
                <Menu.RadioItem
                  key={language}
                  value={language}
                  closeOnClick
                  lang={language}
                  className={cx(
                    "flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 outline-none data-highlighted:bg-line",
                    language === present && "text-gold",
                  )}
                >
                  <Flag language={language} />
                  <span className="grow">{t(LANGUAGE_NAMES[language])}</span>
                  {language === present ? <CheckIcon size={18} /> : null}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
