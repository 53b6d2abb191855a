/** Flags that open a file of the data folder and never what a link in its place leads to. Windows knows no such flag. */
import { constants } from "node:fs";

const { O_APPEND, O_CREAT, O_RDONLY, O_TRUNC, O_WRONLY } = constants;
export const NO_LINK: number = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0;

export const READ = O_RDONLY | NO_LINK;
export const REPLACE = O_WRONLY | O_CREAT | O_TRUNC | NO_LINK;
export const APPEND = O_WRONLY | O_CREAT | O_APPEND | NO_LINK;
