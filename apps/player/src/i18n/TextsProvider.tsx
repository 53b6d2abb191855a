import { I18nProvider } from "@lingui/react";
import type { ReactNode } from "react";
import { i18n } from "./catalogue.ts";

/** Provides the texts to the components below, which render again when the language or a catalogue changes. */
export function TextsProvider({ children }: { children: ReactNode }) {
  return <I18nProvider i18n={i18n}>{children}</I18nProvider>;
}
