/**
 * Declares what processes ask and send each other in addition to the topics: calls (a request and its answer) and feeds (messages
 * by key). Each is declared in the folder that it belongs to, with the schema of everything that it carries; the bus
 * checks them at both ends.
 *
 * Processes of two versions talk to each other during a rolling update. So fields are only added, optional, with a
 * meaning where they are absent, and an operation is removed one release after its last sender. A receiver ignores
 * fields that it does not know, and answers an operation that it does not know with NotFound.
 */
import type * as z from "zod/mini";

type Schema = z.ZodMiniType;
type Operations = Record<string, { params: Schema; result: Schema }>;

/** Requests on the subject `<subject>.<address>`. */
export interface Call<O extends Operations = Operations> {
  subject: string;
  operations: O;
}
export type OperationOf<C extends Call> = keyof C["operations"] & string;
export type ParamsOf<C extends Call, O extends OperationOf<C>> = z.output<C["operations"][O]["params"]>;
export type ResultOf<C extends Call, O extends OperationOf<C>> = z.output<C["operations"][O]["result"]>;
/**
 * Carries the requests of one address out. `from`: name of the node that asks. Resolves with undefined to give no answer
 * at all, because another process will; what it throws is the answer (an AppError with its params, anything else as
 * InternalError).
 */
export type HandlersOf<C extends Call> = {
  [O in OperationOf<C>]: (params: ParamsOf<C, O>, from: string) => Promise<ResultOf<C, O> | undefined>;
};
export const defineCall = <O extends Operations>(subject: string, operations: O): Call<O> => ({ subject, operations });

/** Messages on the subject `<subject>.<key>`. */
export interface Feed<M = unknown> {
  subject: string;
  schema: z.ZodMiniType<M>;
}
export const defineFeed = <M>(subject: string, schema: z.ZodMiniType<M>): Feed<M> => ({ subject, schema });

const KEY = /^[A-Za-z0-9-]{1,80}$/;
/** Ids, names of nodes and UUIDs. @throws TypeError for anything that means something else in a subject */
export function subjectOf({ subject }: Pick<Call | Feed, "subject">, key: string | number): string {
  if (!KEY.test(String(key))) throw new TypeError(`"${key}" can't be part of a subject`);
  return `${subject}.${key}`;
}
