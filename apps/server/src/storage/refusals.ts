/** What keeps the storage from being opened, each as one sentence for the operator; and which errors of a database mean that. */
import { AppError } from "@reelcast/contract";
import { errorCode } from "../errorCode.ts";
import { isDatabaseAway } from "./connection.ts";
import { SQL_STATE } from "./sqlState.ts";

/** The data folder, or the database's configuration, is unusable. `message` is one sentence for the operator. */
export class DatabaseRefused extends Error {
  override name = "DatabaseRefused";
}

/** Something that can't be reached from here has the database open. It may end soon. */
export class OutOfReach extends DatabaseRefused {}

/** The operation needs the login that owns the tables. `message` is a sentence for the operator. */
export class OwnerNeeded extends Error {
  override name = "OwnerNeeded";
}

/** The address without its password and options. "a Unix socket": URL can't parse that. */
export function placeOf(url: string): { login: string; database: string; host: string } {
  if (!URL.canParse(url)) return { login: "its login", database: "", host: "a Unix socket" };
  const { username, pathname, host } = new URL(url);
  return {
    login: username === "" ? "its login" : decodeURIComponent(username),
    database: decodeURIComponent(pathname.slice(1)),
    host,
  };
}

/**
 * Why a first connection failed, for an error that does not go away by itself: a wrong password, an unknown database, a
 * certificate that nobody has signed. Null: the database is away, or the error is no answer of a database.
 * @param variable whose address it is
 */
export function refusalOf(error: unknown, variable: string, url: string): DatabaseRefused | null {
  if (!(error instanceof Error) || error instanceof AppError || error instanceof DatabaseRefused) return null;
  if (isDatabaseAway(error)) return null;
  const { login, database, host } = placeOf(url);
  const sentences: Partial<Record<string, string>> = {
    [SQL_STATE.invalidPassword]: `the password of ${login} is not the one that the database at ${host} knows`,
    [SQL_STATE.invalidAuthorization]: `the database at ${host} does not let ${login} in: ${error.message}`,
    [SQL_STATE.unknownDatabase]: `the server at ${host} has no database "${database}"`,
    [SQL_STATE.insufficientPrivilege]: `${login} has too few rights in the database "${database}" at ${host}: ${error.message}`,
  };
  const why = sentences[errorCode(error)] ?? `the database at ${host} can't be used: ${error.message}`;
  return new DatabaseRefused(`${variable}: ${why.replace(/[.\s]+$/, "")}.`, { cause: error });
}
