import type { LoginAnswer } from "@reelcast/contract";

/** What a player is called: the chosen name, the own name, or the one of the login. */
export const userName = ({ displayName, name, lastname, username }: LoginAnswer["user"]): string =>
  displayName || `${name} ${lastname}`.trim() || username;
