/** The last games of a session, as they were recorded, and whether the records are unchanged since they were last seen. */
import { useQuery } from "@tanstack/react-query";
import { Button, Dialog, Message, RefreshIcon, Skeleton } from "@reelcast/ui";
import { historyCall } from "../api/history.ts";
import { useSettings } from "../api/useSettings.ts";
import { useLogin } from "../auth/loginState.ts";
import { errorText, formatDate, useT } from "../i18n/index.ts";
import { Waiting } from "../shell/Waiting.tsx";
import { CheckLine } from "./CheckLine.tsx";
import { Game } from "./Game.tsx";
import { checkGames } from "./check.ts";

export interface LastGamesProps {
  open: boolean;
  onClose: () => void;
  session: string;
}

export default function LastGames({ open, onClose, session }: LastGamesProps) {
  const t = useT();
  const playerId = useLogin()?.user.id;
  return (
    <Dialog open={open} onClose={onClose} title={t("recall.title")} closeLabel={t("shell.close")} width={620}>
      {playerId === undefined ? null : <Games playerId={playerId} session={session} />}
    </Dialog>
  );
}

/** Read again each time it opens: more games may have been played. */
function useGames(playerId: number, session: string) {
  return useQuery({
    queryKey: ["games", playerId, session],
    queryFn: async ({ signal }) => {
      const { machine, games } = await historyCall("games", { query: { session } }, { signal });
      return { machine, games, check: await checkGames(games, { playerId, session, signal }) };
    },
    staleTime: 0,
    gcTime: 0,
  });
}

function Games({ playerId, session }: { playerId: number; session: string }) {
  const { dateFormat } = useSettings();
  const t = useT();
  const { data, error, isFetching, fetchStatus, refetch } = useGames(playerId, session);
  const offline = fetchStatus === "paused";
  const retry = () => void refetch();
  if (!data) {
    if (offline) return <Message title={t("recall.offlineTitle")} text={t("recall.offlineText")} />;
    if (error)
      return (
        <Message title={t("recall.errorTitle")} text={errorText(error)}>
          <Button onClick={retry}>{t("shell.retry")}</Button>
        </Message>
      );
    return (
      <>
        <div aria-busy="true" aria-label={t("shell.loading")} role="group" className="flex flex-col gap-3">
          {Array.from({ length: 3 }, (_, n) => (
            <Skeleton key={n} className="h-40 rounded-lg" />
          ))}
        </div>
        <Waiting waiting={isFetching} onRetry={retry} />
      </>
    );
  }
  const { machine, games, check } = data;
  if (games.length === 0 && check.state !== "broken")
    return <Message title={t("recall.emptyTitle")} text={t("recall.emptyText")} />;
  return (
    <>
      <p className="-mt-3 text-sm text-muted">{t("recall.lead", { machine, count: games.length })}</p>
      <CheckLine check={check} />
      <div>
        <Button icon={<RefreshIcon size={18} />} busy={isFetching && !offline} disabled={offline} onClick={retry}>
          {t("recall.verify")}
        </Button>
      </div>
      {error ? (
        <p role="alert" className="text-error">
          {errorText(error)}
        </p>
      ) : null}
      {offline ? (
        <p role="status" className="text-warning">
          {t("recall.offlineText")}
        </p>
      ) : null}
      <ol className="flex flex-col gap-3">
        {games.map((game) => (
          <Game key={game.record.number} game={game} at={formatDate(game.record.endedAt, dateFormat)} />
        ))}
      </ol>
    </>
  );
}
