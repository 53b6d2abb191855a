/** The types of the contract's calls as tests answer them. */
import type { ScriptedAnswer as AnswerOfTable } from "@reelcast/testing/scriptedServer";
import type {
  ACCOUNT_CALLS,
  CALLS,
  FAILURE_CALLS,
  HISTORY_CALLS,
  LINK_CALLS,
  RULES_CALLS,
  TEMPLATE_CALLS,
} from "@reelcast/contract";

export type Tables = typeof CALLS &
  typeof ACCOUNT_CALLS &
  typeof FAILURE_CALLS &
  typeof HISTORY_CALLS &
  typeof LINK_CALLS &
  typeof RULES_CALLS &
  typeof TEMPLATE_CALLS;
export type ScriptedCall = keyof Tables;
export type ScriptedAnswer<N extends ScriptedCall> = AnswerOfTable<Tables, N>;
