/** The files of the house are for its user alone: money, names and addresses of players, passwords of the database, keys. */
import process from "node:process";

const FOR_OTHERS = 0o077;

/** To be called once, before anything is made, also by the embedded database: whatever umask the process was started with. */
export function keepFilesPrivate(): void {
  process.umask(FOR_OTHERS);
}
