/** What a player is at the moment: seated, away, banned, with money in doubt, of an age that nobody has verified. */
import type { PlayerState } from "@reelcast/contract/console";
import { useT } from "../i18n/index.ts";
import { Badge } from "./Facts.tsx";
import type { Tone } from "./Facts.tsx";

const TONES: Record<PlayerState, Tone> = {
  seated: "good",
  inDoubt: "bad",
  away: "warn",
  banned: "bad",
  unverified: "warn",
};

export function PlayerStates({ states }: { states: readonly PlayerState[] }) {
  const t = useT();
  return (
    <span className="inline-flex flex-wrap gap-1">
      {states.map((state) => (
        <Badge key={state} tone={TONES[state]}>
          {t(`records.player_${state}`)}
        </Badge>
      ))}
    </span>
  );
}
