/**
 * The texts that the design system shows by itself. An app has them in its catalogue `shell`, under these names, and
 * gives its catalogues by Lingui's provider.
 */
import { useLingui } from "@lingui/react";

export type UiText =
  | "close"
  | "dayFormat"
  | "dayPick"
  | "dayWrong"
  | "monthAfter"
  | "monthBefore"
  | "partLate"
  | "reload";
export type UiTextKey = `shell.${UiText}`;
type TextOf = (key: UiTextKey, values?: Record<string, string>) => string;

export function useUiTexts(): TextOf {
  return useLingui()._;
}
/** The language shown now: "tr", "en", "ar". */
export function useUiLanguage(): string {
  return useLingui().i18n.locale;
}
