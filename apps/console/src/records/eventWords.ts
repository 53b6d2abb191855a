/** Significant events in words: their kind and their facts. What a later version adds is shown as it was written down. */
import { SIGNIFICANT_EVENTS } from "@reelcast/contract/console";
import { useMoney } from "@reelcast/ui";
import { formatMoment, useLanguage, useT } from "../i18n/index.ts";

const AMOUNTS = ["amount", "bet", "win", "held", "credit"];
const DIRECTIONS = ["cashin", "cashout", "deposit", "withdraw"] as const;
/** In the order in which they are read. */
const FACTS = [
  "amount",
  "direction",
  "reason",
  "name",
  "serial",
  "game",
  "bet",
  "win",
  "jackpotId",
  "held",
  "credit",
  "by",
  "changed",
  "version",
  "until",
  "for",
  "ip",
  "milliseconds",
  "computer",
  "freeMegabytes",
  "broken",
  "first",
  "transferId",
  "key",
] as const;
const placeOf = (name: string) => {
  const at = FACTS.findIndex((known) => known === name);
  return at === -1 ? FACTS.length : at;
};

const written = (value: unknown): string =>
  typeof value === "string" ? value : Array.isArray(value) ? value.map(written).join(", ") : JSON.stringify(value);

export interface EventWords {
  kind: (kind: string) => string;
  /** "Amount: ₺5,000 · Game: 12" */
  facts: (facts: Readonly<Record<string, unknown>>) => string;
}
export function useEventWords(): EventWords {
  const t = useT();
  const money = useMoney();
  const language = useLanguage();
  function valueOf(name: string, value: unknown): string {
    if (typeof value === "number" && AMOUNTS.includes(name)) return money(value);
    if (name === "until" && typeof value === "string" && !Number.isNaN(Date.parse(value)))
      return formatMoment(value, language);
    const direction = name === "direction" ? DIRECTIONS.find((each) => each === value) : undefined;
    return direction === undefined ? written(value) : t(`events.direction_${direction}`);
  }
  return {
    kind(kind) {
      const known = SIGNIFICANT_EVENTS.find((each) => each === kind);
      return known === undefined ? kind : t(`events.kind_${known}`);
    },
    facts: (facts) =>
      Object.entries(facts)
        .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
        .map(([name, value]) => {
          const known = FACTS.find((each) => each === name);
          return t("events.fact", {
            name: known === undefined ? name : t(`events.fact_${known}`),
            value: valueOf(name, value),
          });
        })
        .join(" · "),
  };
}
