/** The chapters of the operator's rules with their texts. Needs the texts of `rules`. */
import { useMoney } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { useT } from "../i18n/index.ts";
import { chapters, figures } from "../i18n/rulebook.ts";

export interface Rule {
  id: string;
  title: string;
  paragraphs: string[];
}

export function useRules(): Rule[] {
  const house = useSettings();
  const t = useT();
  const money = useMoney();
  const values = figures(useSettings(), { t, money: (minor) => money(minor, true) });
  return chapters(house).map(({ id, title, paragraphs }) => ({
    id,
    title: t(title),
    paragraphs: paragraphs.map((key) => t(key, values)),
  }));
}
