/** The chapters of the rules in their order, and the settings that their texts quote. */
import { CURRENCY_SYMBOLS } from "@reelcast/contract";
import type { Settings } from "@reelcast/contract";
import type { TextKey, TextValues, Translate } from "./index.ts";

export interface Chapter {
  /** The part of the address after #: the same in every language. */
  id: string;
  title: TextKey;
  paragraphs: readonly TextKey[];
}

/** The operator's rules that apply under the settings. */
export function chapters(settings: Pick<Settings, "zeroBalanceMayPlay" | "discountBalanceCheck">): Chapter[] {
  return [
    { id: "login", title: "rules.login", paragraphs: ["rules.login1", "rules.login2", "rules.login3"] },
    { id: "money", title: "rules.money", paragraphs: ["rules.money1", "rules.money2", "rules.money3"] },
    { id: "machine", title: "rules.machine", paragraphs: ["rules.machine1", "rules.machine2", "rules.machine3"] },
    {
      id: "deposit",
      title: "rules.deposit",
      paragraphs: [
        "rules.deposit1",
        "rules.deposit2",
        settings.zeroBalanceMayPlay ? "rules.depositZero" : "rules.depositNoZero",
      ],
    },
    { id: "play", title: "rules.play", paragraphs: ["rules.play1", "rules.play2", "rules.play3"] },
    { id: "win", title: "rules.win", paragraphs: ["rules.win1", "rules.win2"] },
    { id: "idle", title: "rules.idle", paragraphs: ["rules.idle1", "rules.idle2"] },
    { id: "cash-out", title: "rules.cashOut", paragraphs: ["rules.cashOut1", "rules.cashOut2"] },
    { id: "connection", title: "rules.connection", paragraphs: ["rules.connection1", "rules.connection2"] },
    { id: "malfunction", title: "rules.malfunction", paragraphs: ["rules.malfunction1", "rules.malfunction2"] },
    { id: "hand-pay", title: "rules.handPay", paragraphs: ["rules.handPay1"] },
    { id: "jackpots", title: "rules.jackpots", paragraphs: ["rules.jackpots1", "rules.jackpots2"] },
    {
      id: "promotions",
      title: "rules.promotions",
      paragraphs: [
        "rules.promotions1",
        ...(settings.discountBalanceCheck ? (["rules.promotions2"] as const) : []),
        "rules.promotions3",
      ],
    },
    { id: "protection", title: "rules.protection", paragraphs: ["rules.protection1", "rules.protection2"] },
    {
      id: "privacy",
      title: "rules.privacy",
      paragraphs: ["rules.privacy1", "rules.privacy2", "rules.privacy3", "rules.privacy4"],
    },
    { id: "support", title: "rules.support", paragraphs: ["rules.support1"] },
  ];
}

/** 180 → "3 minutes", 90 → "90 seconds". */
export function wordSeconds(seconds: number, t: Translate): string {
  return seconds >= 60 && seconds % 60 === 0
    ? t("rules.minutes", { count: seconds / 60 })
    : t("rules.seconds", { count: seconds });
}

/** Amounts and times in words, by the names of the placeholders. */
export function figures(settings: Settings, words: { t: Translate; money: (minor: number) => string }): TextValues {
  const { t, money } = words;
  const { depositSeconds, idleSeconds, graceSeconds } = settings.playTimes;
  return {
    currency: settings.currency,
    symbol: CURRENCY_SYMBOLS[settings.currency],
    hot: money(settings.hotFlagLimit),
    maxAllIn: money(settings.maxAllIn),
    discount: money(settings.discountMinimum),
    deposit: wordSeconds(depositSeconds, t),
    idle: wordSeconds(idleSeconds, t),
    grace: wordSeconds(graceSeconds, t),
    cooldown: wordSeconds(settings.promotionCooldownSeconds, t),
  };
}
