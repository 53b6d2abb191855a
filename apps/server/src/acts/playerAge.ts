/** What the house records of a player's age. With the rule ageCheck nobody sits down at a machine unverified. */
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import * as z from "zod/mini";
import type { Domain } from "../domain.ts";
import { MINIMUM_AGE, isDateOfBirth, yearsOld } from "../protection/index.ts";
import type { Age } from "../protection/index.ts";
import { defineAct } from "./act.ts";
import { PlayerParams, playerTarget } from "./params.ts";
import { playerOf } from "./playerOf.ts";

const described = ({ verifiedAt, bornOn }: Age) => ({ ageVerifiedAt: verifiedAt, bornOn });

/** @throws ConsoleError PlayerUnknown */
async function changeAge(parts: Domain, playerId: number, next: (age: Age) => Age) {
  const { username } = await playerOf(parts, playerId);
  const before = await parts.protection.age(playerId);
  const after = next(before);
  await parts.protection.setAge(playerId, after);
  return {
    target: playerTarget({ playerId }),
    before: { username, ...described(before) },
    after: { username, ...described(after) },
    result: { username, ...after },
  };
}

/** The house has verified that the player is of age. @throws ConsoleError TooYoung */
const verifyAge = defineAct({
  name: "player.age-verified",
  permission: "player.protect",
  why: "required",
  params: z.extend(PlayerParams, {
    /** Date of birth, "1990-01-31". Without one, a known one stays; where none is known, the lower stakes of the young apply. */
    bornOn: z.exactOptional(z.string().check(z.refine((text) => isDateOfBirth(text, Date.now())))),
  }),
  target: playerTarget,
  change(parts, _, { playerId, bornOn }) {
    const now = new Date();
    if (bornOn !== undefined && yearsOld(bornOn, now.getTime(), parts.config.timeZone) < MINIMUM_AGE)
      throw new ConsoleError(ConsoleErrorCode.TooYoung, { years: MINIMUM_AGE });
    return changeAge(parts, playerId, (age) => ({ verifiedAt: now, bornOn: bornOn ?? age.bornOn }));
  },
});

/** The age is not verified any more. A session that is open goes on, without further money. */
const unverifyAge = defineAct({
  name: "player.age-unverified",
  permission: "player.protect",
  why: "required",
  params: PlayerParams,
  target: playerTarget,
  change: (parts, _, { playerId }) => changeAge(parts, playerId, (age) => ({ ...age, verifiedAt: null })),
});

export const ageActs = { verifyAge, unverifyAge } as const;
