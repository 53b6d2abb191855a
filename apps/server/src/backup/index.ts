/**
 * Backups of the house: one file with all rows of the database, as they were at one moment, and the key of the staff's
 * secrets. A newer version of the program reads the backup of an older one, on any PostgreSQL.
 */
export { isStaffKey } from "./format.ts";
export { openBackup } from "./read.ts";
export type { Backup } from "./read.ts";
export { assertNew, printBackup, writeBackup } from "./write.ts";
export type { BackupDone } from "./write.ts";
