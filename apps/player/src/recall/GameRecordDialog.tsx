/** One game of a session, as it was recorded. */
import { useQuery } from "@tanstack/react-query";
import { Button, Dialog, Message, Skeleton } from "@reelcast/ui";
import { historyCall } from "../api/history.ts";
import { useSettings } from "../api/useSettings.ts";
import { useLogin } from "../auth/loginState.ts";
import { errorText, formatDate, useT } from "../i18n/index.ts";
import { Game } from "./Game.tsx";

export interface GameRecordProps {
  open: boolean;
  onClose: () => void;
  session: string;
  /** Its number. */
  game: number;
}

export default function GameRecordDialog({ open, onClose, ...record }: GameRecordProps) {
  const t = useT();
  return (
    <Dialog open={open} onClose={onClose} title={t("recall.one")} closeLabel={t("shell.close")} width={620}>
      <Content {...record} />
    </Dialog>
  );
}

function Content({ session, game }: Pick<GameRecordProps, "session" | "game">) {
  const house = useSettings();
  const t = useT();
  const playerId = useLogin()?.user.id;
  const { data, error, refetch } = useQuery({
    queryKey: ["games", playerId, session, game],
    queryFn: ({ signal }) => historyCall("games", { query: { session, game: String(game) } }, { signal }),
  });
  if (!data)
    return error ? (
      <Message title={t("recall.errorTitle")} text={errorText(error)}>
        <Button onClick={() => void refetch()}>{t("shell.retry")}</Button>
      </Message>
    ) : (
      <div aria-busy="true" aria-label={t("shell.loading")} role="group">
        <Skeleton className="h-40 rounded-lg" />
      </div>
    );
  return (
    <ol className="flex flex-col gap-3">
      {data.games.map((played) => (
        <Game key={played.record.number} game={played} at={formatDate(played.record.endedAt, house.dateFormat)} />
      ))}
    </ol>
  );
}
