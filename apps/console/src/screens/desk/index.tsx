/** The support desk: the list, the chat and the player side by side on a desktop, one after the other on a phone. */
import { useNavigate, useParams } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { DeskListState } from "@reelcast/contract/console";
import { Button, Message, Sheet, cx } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { useShortcuts } from "../../shell/keys.ts";
import { CannedDialog } from "./CannedDialog.tsx";
import { ChatList } from "./ChatList.tsx";
import { Context, ContextAside } from "./Context.tsx";
import { Conversation } from "./Conversation.tsx";
import { useDeskChanges } from "./useDesk.ts";
import type { Owner } from "./useDesk.ts";

const numberOf = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;

type OpenSheet = "context" | "canned" | null;
function Sheets({ sheet, player, onClose }: { sheet: OpenSheet; player: number | null; onClose: () => void }) {
  const t = useT();
  if (sheet === "canned") return <CannedDialog onClose={onClose} />;
  if (sheet === null || player === null) return null;
  return (
    <Sheet open onClose={onClose} side="end" title={t("desk.context")} closeLabel={t("shell.close")} width={360}>
      <Context player={player} />
    </Sheet>
  );
}

export default function DeskScreen() {
  const t = useT();
  const navigate = useNavigate();
  const params: { player?: string } = useParams({ strict: false });
  const player = numberOf(params.player);
  const [state, setState] = useState<DeskListState>("waiting");
  const [owner, setOwner] = useState<Owner>(undefined);
  const [sheet, setSheet] = useState<OpenSheet>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const present = useDeskChanges(player);
  const focusList = () => list.current?.querySelector<HTMLElement>("[data-chat]")?.focus();
  useShortcuts([
    { key: "/", title: t("desk.keyCanned"), run: () => field.current?.focus() },
    { key: "j", title: t("desk.keyList"), run: focusList },
  ]);
  function back(): void {
    void navigate({ to: "/desk" }).then(focusList);
  }
  return (
    <div className="flex min-h-0 flex-col gap-3">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className={cx("text-2xl font-semibold", player !== null && "max-lg:sr-only")}>
          {t("desk.title")}
        </h1>
        <Button onClick={() => setSheet("canned")} className={cx(player !== null && "max-lg:hidden")}>
          {t("desk.canned")}
        </Button>
      </header>
      <div className="card grid h-[calc(100dvh-var(--bar)-8.5rem)] min-h-88 phone:h-[calc(100dvh-var(--bar)-15rem)] overflow-hidden lg:grid-cols-[minmax(17rem,22rem)_1fr] xl:grid-cols-[minmax(17rem,22rem)_1fr_minmax(15rem,19rem)]">
        <div
          ref={list}
          className={cx("flex min-h-0 flex-col border-e border-line", player !== null && "max-lg:hidden")}
        >
          <ChatList
            state={state}
            owner={owner}
            player={player}
            onState={setState}
            onOwner={setOwner}
            onOpen={(id) => void navigate({ to: "/desk/$player", params: { player: String(id) } })}
          />
        </div>
        <div className={cx("min-h-0", player === null && "max-lg:hidden")}>
          {player === null ? (
            <div className="grid h-full place-items-center p-6">
              <Message title={t("desk.choose")} text={t("desk.chooseText")} />
            </div>
          ) : (
            <Conversation
              key={player}
              player={player}
              present={present}
              field={field}
              onBack={back}
              onContext={() => setSheet("context")}
            />
          )}
        </div>
        <aside className="min-h-0 overflow-y-auto border-s border-line max-xl:hidden">
          {player === null ? null : <ContextAside player={player} />}
        </aside>
      </div>
      <Sheets sheet={sheet} player={player} onClose={() => setSheet(null)} />
    </div>
  );
}
