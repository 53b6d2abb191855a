/**
 * The player's open session at a machine, and whether the player is being asked about it. Kept until the server says that
 * the session is over, in the query cache, so that it ends with the login.
 */
import type { OpenSession, SessionPush } from "@reelcast/contract";
import { skipToken, useQuery } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";

type Kept = Exclude<SessionPush, { status: "ended" }>;
interface Question {
  session: string;
  /** `ending`: the player ends the session in the dialog, which says what was paid. */
  state: "open" | "ending" | "closed";
}

/** The toast that says how a session has ended: there is one for each. @param session where the server names it */
export const endToast = (session: string | undefined): string => `seat-end-${session ?? ""}`;
/** That of a limit that the player has reached, with when play is possible again: it stays, and says a session's end by it too. */
export const limitToast = (session: string | undefined): string => `limit-${session ?? ""}`;
export const OPEN_SESSION = ["openSession"] as const;
const QUESTION = ["openSessionQuestion"] as const;
/** Another server may not name the session. */
const nameOf = ({ session, id }: Pick<OpenSession, "session" | "id">) => session ?? `machine ${id}`;

const isSame = (one: OpenSession, other: OpenSession) =>
  one.id === other.id && (one.session ?? other.session) === (other.session ?? one.session);

/** null: there is none. */
export function useOpenSession(): OpenSession | null {
  const { data } = useQuery<OpenSession | null>({ queryKey: OPEN_SESSION, queryFn: skipToken, gcTime: Infinity });
  return data ?? null;
}
/** Whether the server has said if there is one: until then any machine in play may be the player's own. */
export function useSessionKnown(): boolean {
  const { data } = useQuery<OpenSession | null>({ queryKey: OPEN_SESSION, queryFn: skipToken, gcTime: Infinity });
  return data !== undefined;
}
export const isSessionKnown = (queries: QueryClient): boolean => queries.getQueryData(OPEN_SESSION) !== undefined;
export const openSessionIn = (queries: QueryClient): OpenSession | null =>
  queries.getQueryData<OpenSession | null>(OPEN_SESSION) ?? null;
const questionIn = (queries: QueryClient) => queries.getQueryData<Question | null>(QUESTION) ?? null;
/** Whether the dialog is to be shown. */
export function useSessionQuestion(): boolean {
  const { data } = useQuery<Question | null>({ queryKey: QUESTION, queryFn: skipToken, gcTime: Infinity });
  return data !== undefined && data !== null && data.state !== "closed";
}

/** What is known of the session now, without a question. */
export function keepSession(queries: QueryClient, session: Kept): void {
  const known = openSessionIn(queries);
  // Where only the machine is named, the rest stays known.
  const rest = session.session === undefined && known?.id === session.id ? known : null;
  queries.setQueryData<OpenSession>(OPEN_SESSION, { ...rest, ...session, status: "show" });
}
/** Asks the player about the session, unless they have closed that question. @param again asks in any case */
export function askAboutSession(queries: QueryClient, session: Kept, again = false): void {
  keepSession(queries, session);
  const name = nameOf(session);
  const question = questionIn(queries);
  if (again || question?.session !== name) queries.setQueryData<Question>(QUESTION, { session: name, state: "open" });
}
/** The player is at the machine: after leaving it without its button there is a new question. */
export function answerQuestion(queries: QueryClient): void {
  queries.setQueryData<Question | null>(QUESTION, null);
}
export function setQuestion(queries: QueryClient, state: Question["state"]): void {
  queries.setQueryData<Question | null>(QUESTION, (question) => question && { ...question, state });
}
/**
 * The session is over. Returns whether it is ended in the dialog, which shows the result itself.
 * @param over another one that is open by now is kept; absent: whichever is known
 */
export function forgetSession(queries: QueryClient, over?: OpenSession): boolean {
  const open = openSessionIn(queries);
  if (over && open && !isSame(over, open)) return false;
  const ending = questionIn(queries)?.state === "ending";
  queries.setQueryData(OPEN_SESSION, null);
  answerQuestion(queries);
  return ending;
}
/** The server has not said whether the session is still open: it does so with a push. The question stays as it is. */
export function awaitSession(queries: QueryClient): void {
  queries.setQueryData(OPEN_SESSION, null);
}
