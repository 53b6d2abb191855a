/**
 * The list of chats: those that wait, are open or closed. Up and down move through it, Enter opens a chat. At its end are more,
 * where the list has more than a page.
 */
import { useLayoutEffect, useRef } from "react";
import type { KeyboardEvent } from "react";
import { DESK_STATES } from "@reelcast/contract/console";
import type { DeskChat, DeskListState } from "@reelcast/contract/console";
import { Button, Chip, Message, cx, useNow } from "@reelcast/ui";
import { errorText, formatAgo, useLanguage, useT } from "../../i18n/index.ts";
import { useMe } from "../../session/me.ts";
import { Loaded } from "../../shell/Loaded.tsx";
import { useChats } from "./useDesk.ts";
import type { Owner } from "./useDesk.ts";

const OWNERS: readonly Owner[] = [undefined, "mine", "nobody"];

interface EntryProps {
  chat: DeskChat;
  selected: boolean;
  now: number;
  onOpen: () => void;
}
function Entry({ chat, selected, now, onOpen }: EntryProps) {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const { username, unread, waitsSince, last, assignedTo } = chat;
  return (
    // Of a long list, only what is in sight is laid out and painted.
    <li className="[contain-intrinsic-size:auto_5.5rem] [content-visibility:auto]">
      <button
        type="button"
        data-chat
        aria-current={selected ? "true" : undefined}
        onClick={onOpen}
        className={cx(
          "flex w-full flex-col gap-1 border-s-3 px-3 py-2.5 text-start hover:bg-lifted",
          selected ? "border-gold bg-lifted" : "border-transparent",
        )}
      >
        <span className="flex w-full items-baseline gap-2">
          <span className={cx("min-w-0 grow truncate", unread > 0 ? "font-bold" : "font-medium")}>{username}</span>
          {unread > 0 ? (
            <span className="figures shrink-0 rounded-full bg-gold px-2 text-xs font-bold text-on-gold">
              <span aria-hidden>{unread}</span>
              <span className="sr-only">{t("desk.unread", { count: unread })}</span>
            </span>
          ) : null}
          <span className={cx("shrink-0 text-xs", waitsSince === null ? "text-muted" : "text-warning")}>
            {waitsSince === null
              ? formatAgo(last.at, now, language)
              : t("desk.waits", { since: formatAgo(waitsSince, now, language) })}
          </span>
        </span>
        <span dir="auto" className="block w-full truncate text-sm text-muted">
          {last.byDesk ? `${last.by ?? t("desk.desk")}: ${last.text}` : last.text}
        </span>
        <span className="text-xs text-muted">
          {assignedTo === null
            ? t("desk.nobody")
            : assignedTo === me.name
              ? t("desk.mine")
              : t("desk.takenBy", { name: assignedTo })}
        </span>
      </button>
    </li>
  );
}

interface ChatsProps {
  items: readonly DeskChat[];
  chats: ReturnType<typeof useChats>;
  player: number | null;
  onOpen: (player: number) => void;
}
/** The chats that were read, and the next page on request. Its first chat has the focus then, as the button had it. */
function Chats({ items, chats, player, onOpen }: ChatsProps) {
  const t = useT();
  const now = useNow();
  const list = useRef<HTMLUListElement>(null);
  const asked = useRef<number | null>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage, isPlaceholderData } = chats;
  useLayoutEffect(() => {
    const first = asked.current;
    if (first === null || items.length <= first) return;
    asked.current = null;
    list.current?.querySelectorAll<HTMLElement>("[data-chat]")[first]?.focus();
  }, [items.length]);
  function more(): void {
    asked.current = items.length;
    void fetchNextPage();
  }
  return (
    <>
      <ul ref={list} className="divide-y divide-line/60" aria-busy={isPlaceholderData}>
        {items.map((chat) => (
          <Entry
            key={chat.playerId}
            chat={chat}
            now={now}
            selected={chat.playerId === player}
            onOpen={() => onOpen(chat.playerId)}
          />
        ))}
      </ul>
      {hasNextPage ? (
        <div className="flex flex-col gap-1 p-3">
          <p role="alert" className="text-sm text-error empty:hidden">
            {isFetchNextPageError ? errorText(error) : null}
          </p>
          <Button tone="quiet" data-chat busy={isFetchingNextPage} onClick={more} className="w-full">
            {t(isFetchNextPageError ? "shell.again" : "desk.more")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

export interface ChatListProps {
  state: DeskListState;
  owner: Owner;
  player: number | null;
  onState: (state: DeskListState) => void;
  onOwner: (owner: Owner) => void;
  onOpen: (player: number) => void;
}

function move(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-chat]")];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = all[Math.min(all.length - 1, Math.max(0, at + (event.key === "ArrowDown" ? 1 : -1)))];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

export function ChatList({ state, owner, player, onState, onOwner, onOpen }: ChatListProps) {
  const t = useT();
  const chats = useChats(state, owner);
  const counts = chats.data?.counts;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons have the keys
    <section aria-label={t("desk.chats")} className="flex min-h-0 flex-col" onKeyDown={move}>
      <div className="flex flex-col gap-2 border-b border-line p-3">
        <div role="group" aria-label={t("desk.state")} className="flex flex-wrap gap-1.5">
          {DESK_STATES.map((one) => (
            <Chip key={one} pressed={one === state} onClick={() => onState(one)}>
              {t(`desk.state_${one}`)}
              {counts && one !== "closed" ? <span className="figures ms-1.5">{counts[one]}</span> : null}
            </Chip>
          ))}
        </div>
        <div role="group" aria-label={t("desk.owner")} className="flex flex-wrap gap-1.5 text-sm">
          {OWNERS.map((one) => (
            <Chip key={one ?? "all"} pressed={one === owner} onClick={() => onOwner(one)}>
              {t(`desk.owner_${one ?? "all"}`)}
            </Chip>
          ))}
        </div>
      </div>
      <div className="min-h-0 grow overflow-y-auto">
        <Loaded query={chats} height="h-64">
          {({ items }) =>
            items.length === 0 ? (
              <div className="px-4">
                <Message title={t(`desk.empty_${state}`)} text={t("desk.emptyText")} />
              </div>
            ) : (
              <Chats key={`${state} ${owner ?? ""}`} items={items} chats={chats} player={player} onOpen={onOpen} />
            )
          }
        </Loaded>
      </div>
    </section>
  );
}
