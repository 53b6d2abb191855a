/** The database as TypeScript knows it, and the pool that speaks to it. */
import { Kysely, PostgresDialect } from "kysely";
import type { Transaction } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import type { AccountsTables } from "./tables/accounts.ts";
import type { FloorTables } from "./tables/floor.ts";
import type { WalletTables } from "./tables/wallet.ts";

export interface Database extends AccountsTables, WalletTables, FloorTables {}
export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

const INT8 = 20;

/** bigint columns come as numbers; one beyond what a number holds exactly is an error, never a rounded amount. */
function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} from the database is beyond exact numbers`);
  return value;
}
const typeParser = ((oid: number, format?: "text" | "binary") =>
  oid === INT8 ? toSafeInteger : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;

export function connect(url: string, log?: Pick<Logger, "warn">, max = 12): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser: typeParser },
  });
  // An idle connection that breaks is replaced by the pool; it must not end the process.
  pool.on("error", (error) => log?.warn({ err: error }, "a database connection was lost"));
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
