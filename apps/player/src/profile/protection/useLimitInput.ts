/** How a limit is typed: minutes, or an amount in the player's language. */
import { MOST_MINUTES, parseMinutes } from "@reelcast/client/limits";
import { CURRENCY_SYMBOLS } from "@reelcast/contract";
import type { LimitKind } from "@reelcast/contract";
import { useMoney, useParseAmount } from "@reelcast/ui";
import { settings } from "../../api/index.ts";
import { useT } from "../../i18n/index.ts";

/** Minor units. */
const EXAMPLE = 150_000;
/** Largest limit of the contract, minor units. */
const MOST = 1_000_000_000_000;

export function useLimitInput(kind: LimitKind) {
  const t = useT();
  const parseAmount = useParseAmount();
  const money = useMoney();
  const symbol = CURRENCY_SYMBOLS[settings().currency];
  const example = money(EXAMPLE)
    .replace(/[\u2066\u2069]/g, "")
    .replace(symbol, "")
    .trim();
  if (kind === "time")
    return {
      label: t("protection.minutes"),
      hint: t("protection.minutesHint"),
      inputMode: "numeric",
      parse: parseMinutes,
      understoodOf: () => null,
      errorOf: () => t("protection.minutesWrong", { most: MOST_MINUTES }),
    } as const;
  const isTooMuch = (typed: string) => (parseAmount(typed) ?? 0) > MOST;
  const parse = (typed: string) => (isTooMuch(typed) ? null : parseAmount(typed));
  return {
    label: t("protection.amount", { currency: symbol }),
    hint: t("protection.amountHint", { example }),
    inputMode: "decimal",
    parse,
    /** The amount that was read, for the player to see. */
    understoodOf: (typed: string) => {
      const minor = parse(typed);
      return minor === null ? null : money(minor);
    },
    errorOf: (typed: string) =>
      isTooMuch(typed)
        ? t("protection.amountMost", { most: money(MOST, true) })
        : t("protection.amountWrong", { example }),
  } as const;
}
