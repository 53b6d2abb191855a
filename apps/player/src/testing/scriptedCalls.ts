/** The types of the contract's calls as tests answer them. */
import type { ACCOUNT_CALLS, CALLS, HISTORY_CALLS, LINK_CALLS, TEMPLATE_CALLS } from "@reelcast/contract";

type Tables = typeof CALLS & typeof ACCOUNT_CALLS & typeof HISTORY_CALLS & typeof LINK_CALLS & typeof TEMPLATE_CALLS;
export type ScriptedCall = keyof Tables;
/** What an answer looks like before its schema has filled in the defaults. */
export type ScriptedAnswer<N extends ScriptedCall> = Tables[N] extends { answer: { _zod: { input: infer A } } }
  ? A
  : undefined;

export interface ScriptedRequest {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}
