/** When a change of a server setting takes effect, for the operator's handbook. */
import type { Settings } from "@reelcast/contract";

export const SERVER_SETTINGS = {
  siteId: "at once, for the next login",
  tokenLogin: "at once, for the next login; logins that there are stay",
  currency: "until the ledger has its first posting; never afterwards",
  maxAllIn: "at once, for the next deposit",
  hotFlagLimit: "at once, for the next win",
  zeroBalanceMayPlay: "at once, for the next player who sits down",
  discountMinimum: "at once, for the next claim",
  discountBalanceCheck: "at once, for the next claim",
  promotionCooldownSeconds: "at once, for the next claim",
  ipCheck: "at once, for the next call",
  liveChat: "at once, for the next page",
  frameRate: "with the next video that starts",
  iceServers: "at once, for the next player who sits down",
  menuTitle: "at once, for names that players choose",
  pressMaxAgeMs: "at once, for the next press; clients that send no time with a press need 1500 at least",
  retention: "within a day",
  significantEvents: "at once, for the next win, transfer or payment",
  playRules: "at once, for the next press, and shown at every seat",
} as const satisfies Partial<Record<keyof Settings, string>>;
