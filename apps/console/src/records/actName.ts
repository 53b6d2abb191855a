/** The name of an act in words; unknown ones keep their name of the audit log. */
import type { Translate } from "../i18n/index.ts";

const KNOWN = {
  "player.credit": "records.act_credit",
  "player.correct": "records.act_correct",
  "machine.hand-pay": "records.act_handPay",
  "machine.settle": "records.act_settle",
  "jackpot.add": "records.act_jackpotAdd",
  "jackpot.set": "records.act_jackpotSet",
} as const;
const isKnown = (act: string): act is keyof typeof KNOWN => act in KNOWN;

export const actName = (t: Translate, act: string): string => (isKnown(act) ? t(KNOWN[act]) : act);
