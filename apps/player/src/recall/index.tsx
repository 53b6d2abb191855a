/** Opens the last games of a session, or one of them. Shared by the history and the game's options; knows neither. */
import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { useOnceTrue } from "@reelcast/ui";
import { lazyPart } from "../i18n/lazyPart.ts";

const GameRecordDialog = lazyPart(() => import("./GameRecordDialog.tsx"), "recall");
const LastGames = lazyPart(() => import("./LastGames.tsx"), "recall");

export interface LastGamesEntryProps {
  session: string;
  /** The button; `press` opens. */
  children: (press: { "aria-haspopup": "dialog"; onClick: () => void }) => ReactNode;
}

export function LastGamesEntry({ session, children }: LastGamesEntryProps) {
  const [open, setOpen] = useState(false);
  const opened = useOnceTrue(open);
  return (
    <>
      {children({ "aria-haspopup": "dialog", onClick: () => setOpen(true) })}
      <Suspense>{opened ? <LastGames open={open} onClose={() => setOpen(false)} session={session} /> : null}</Suspense>
    </>
  );
}

/** Opens the record of one game. */
export function GameRecordEntry({ session, game, children }: LastGamesEntryProps & { game: number }) {
  const [open, setOpen] = useState(false);
  const opened = useOnceTrue(open);
  return (
    <>
      {children({ "aria-haspopup": "dialog", onClick: () => setOpen(true) })}
      <Suspense>
        {opened ? <GameRecordDialog open={open} onClose={() => setOpen(false)} session={session} game={game} /> : null}
      </Suspense>
    </>
  );
}
