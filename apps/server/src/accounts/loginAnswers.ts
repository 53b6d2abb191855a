/** The answers to a login and to a request for the profile, from a player's row. */
import type { LoginAnswer, Profile } from "@reelcast/contract";
import type { Preferences } from "./preferences.ts";
import type { PlayerRow } from "./types.ts";

const DAY_MS = 86_400_000;

export interface LoginAnswers {
  /** @param last the login before this one */
  login(
    player: PlayerRow,
    token: string,
    ip: string,
    last: { at: Date | null; ip: string | null },
  ): Promise<LoginAnswer>;
  /** @param balance minor units */
  profile(player: PlayerRow, balance: number): Promise<Profile>;
}

export function createLoginAnswers({
  now,
  preferences,
  version,
  passwordExpiryDays,
  currency,
}: {
  now: () => Date;
  preferences: Preferences;
  version: string;
  passwordExpiryDays: number | null;
  currency: () => string;
}): LoginAnswers {
  const isExpired = ({ password_changed_at: changedAt }: PlayerRow) =>
    passwordExpiryDays !== null && now().getTime() - changedAt.getTime() > passwordExpiryDays * DAY_MS;
  async function userOf({ id, name, lastname, email, username }: PlayerRow): Promise<LoginAnswer["user"]> {
    const { shortcuts, displayName } = await preferences.shown(id);
    // The house keeps no pictures of players.
    return {
      id,
      type: "player",
      name,
      lastname,
      email,
      username,
      displayName: displayName ?? "",
      photoURL: "",
      shortcuts,
    };
  }
  return {
    login: async (player, token, ip, last) => ({
      token,
      pin_code: player.pin_hash,
      ip_address: ip,
      versions: version,
      ...(last.at === null ? {} : { last_logon: last.at.toISOString() }),
      ...(last.ip === null ? {} : { last_logon_ip: last.ip }),
      Permissions: player.permissions.map((PermissionId) => ({ PermissionId })),
      Group: player.group_name,
      ...(isExpired(player) ? { password_expired: true } : {}),
      user: await userOf(player),
    }),
    profile: async (player, balance) => ({
      user: await userOf(player),
      createdAt: player.created_at.toISOString(),
      balance,
      currency: currency(),
      authentication: {
        lastPasswordChange: player.password_changed_at.toISOString(),
        lastLogin: player.last_login_at?.toISOString() ?? null,
        lastLoginIp: player.last_login_ip,
      },
    }),
  };
}
