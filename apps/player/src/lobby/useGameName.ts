/** Names of games for players. */
import { useT } from "../i18n/index.ts";

/** The games of this product by their keys; any other is shown as the server names it. */
const KNOWN = { classic: "lobby.game_classic", video: "lobby.game_video", fruit: "lobby.game_fruit" } as const;

export const GAMES: readonly string[] = Object.keys(KNOWN);

export function useGameName(): (game: string) => string {
  const t = useT();
  return (game) => (Object.hasOwn(KNOWN, game) ? t(KNOWN[game as keyof typeof KNOWN]) : game);
}
