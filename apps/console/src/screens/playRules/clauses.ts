/**
 * The clauses behind the rules of play, and whether their own words were read when the rule was written: docs/play-rules.md says
 * where. "summary": only what the regulator itself says about the clause.
 */
import type { RuleName } from "./draft.ts";

export interface Clause {
  /** As the regulator numbers it. */
  name: string;
  read: "clause" | "summary" | "no";
}
const clause = (name: string): Clause => ({ name, read: "clause" });
const summary = (name: string): Clause => ({ name, read: "summary" });
const notRead = (name: string): Clause => ({ name, read: "no" });

export const CLAUSES: Readonly<Record<RuleName, readonly Clause[]>> = {
  minGameSeconds: [notRead("RTS 14D")],
  autoplay: [clause("RTS 8A")],
  skillStop: [notRead("RTS 14E")],
  sessionClock: [summary("RTS 13C")],
  netPosition: [summary("RTS 2E")],
  celebrateLosses: [notRead("RTS 14F")],
  idleReauthMinutes: [notRead("GLI-19 3.0, 2.5")],
  recallGames: [notRead("GLI-19 3.0, 4.14")],
  maxStake: [clause("S.I. 2025 No. 215, 5(2)(b)")],
  maxStakeUnder25: [clause("S.I. 2025 No. 215, 5(2)(a)")],
  realityCheckMinutes: [summary("PPD"), notRead("RTS 13B")],
  ageCheck: [notRead("LCCP 17.1.1"), notRead("PPD"), notRead("GLI-19 3.0, 2.5")],
  limitPrompt: [clause("RTS 12A")],
};
