/** The ICE servers for a player's browser; TURN with credentials that expire. */
import { createHmac } from "node:crypto";
import type { IceServer } from "@reelcast/contract";

const TURN_SECONDS = 3600;

export interface IceOptions {
  stunUrls: string[];
  turnUrls: string[];
  turnSecret: string | undefined;
}

/** Whether browsers speak TCP or TLS with this TURN server (RFC 7065 §3.2: `turns:` does unless it says otherwise). */
export const isTurnOverTcp = (url: string): boolean =>
  /[?&]transport=tcp$/i.test(url) || (/^turns:/i.test(url) && !/[?&]transport=udp$/i.test(url));

/** @param now ms since the epoch */
export function iceServers({ stunUrls, turnUrls, turnSecret }: IceOptions, playerId: number, now: number): IceServer[] {
  const servers: IceServer[] = stunUrls.length > 0 ? [{ urls: stunUrls }] : [];
  if (turnUrls.length === 0 || turnSecret === undefined) return servers;
  // As coturn's REST scheme makes them: the expiry in the name, its HMAC the password.
  const username = `${Math.floor(now / 1000) + TURN_SECONDS}:${playerId}`;
  const credential = createHmac("sha1", turnSecret).update(username).digest("base64");
  return [...servers, { urls: turnUrls, username, credential }];
}
