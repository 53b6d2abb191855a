/** The messages of one conversation, day by day. Follows the newest one unless the player reads older ones. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ReactNode, RefObject } from "react";
import type { ChatContact, ChatMessage } from "@reelcast/contract";
import { Button, DownIcon, ErrorIcon, RefreshIcon, cx, toast, useNow } from "@reelcast/ui";
import { useSettings } from "../../api/useSettings.ts";
import { errorText, formatDate, useT } from "../../i18n/index.ts";
import { useNameOf } from "./Avatar.tsx";
import { byDay, nameOfDay, partsOf } from "./days.ts";
import type { Outgoing } from "./outbox.ts";
import { fetchOlder } from "./queries.ts";
import { sendAgain } from "./sending.ts";

/** Within this distance from the end, the newest message is followed. */
const NEAR_PX = 80;
export interface Shown {
  key: string;
  text: string;
  time: string;
  mine: boolean;
  outgoing: Outgoing | null;
}
/** Confirmed messages, then those on their way. */
export function shownOf(dialog: readonly ChatMessage[], unsent: readonly Outgoing[], me: string): Shown[] {
  return [
    // The same key before and after the confirmation.
    ...dialog.map(({ id, who, message, time, clientId }) => ({
      key: clientId ?? `${id}`,
      text: message,
      time,
      mine: who === me,
      outgoing: null,
    })),
    ...unsent.map((outgoing) => ({
      key: outgoing.key,
      text: outgoing.text,
      time: outgoing.time,
      mine: true,
      outgoing,
    })),
  ];
}

function Bubble({ message, author, onRetry }: { message: Shown; author: string; onRetry: (key: string) => void }) {
  const house = useSettings();
  const t = useT();
  const { mine, text, time, outgoing } = message;
  const failed = outgoing?.state === "failed";
  return (
    <li className={cx("flex flex-col gap-1", mine ? "items-end" : "items-start")}>
      <div
        className={cx(
          "max-w-[88%] rounded-lg px-3 py-2 text-[.9375rem]",
          mine ? "rounded-ee-sm border border-gold/40 bg-gold/12" : "rounded-es-sm border border-line bg-lifted",
          failed && "border-error",
        )}
      >
        <span className="sr-only">{author}</span>
        <p dir="auto" className="whitespace-pre-wrap">
          {text}
        </p>
        <p className="figures mt-0.5 text-end text-xs text-muted">
          {outgoing?.state === "sending" ? (
            t("chat.sending")
          ) : (
            <time dateTime={time} title={formatDate(time, house.dateFormat)}>
              {formatDate(time, partsOf(house.dateFormat).time)}
            </time>
          )}
        </p>
      </div>
      {failed ? (
        <div className="flex flex-wrap items-center justify-end gap-x-2 text-sm">
          <span className="inline-flex items-center gap-1.5 text-error">
            <ErrorIcon size={16} />
            {t("chat.notSent")}
          </span>
          <Button tone="quiet" icon={<RefreshIcon size={18} />} onClick={() => onRetry(outgoing.key)}>
            {t("chat.sendAgain")}
          </Button>
          {outgoing.problem === undefined ? null : (
            <p className="w-full text-end text-xs text-muted">{outgoing.problem}</p>
          )}
        </div>
      ) : null}
    </li>
  );
}

function DayLine({ day, now }: { day: string; now: Date }) {
  const house = useSettings();
  const t = useT();
  const name = nameOfDay(day, now);
  return (
    <p className="figures py-2 text-center text-xs font-semibold text-muted">
      {name === "other" ? formatDate(`${day}T00:00`, partsOf(house.dateFormat).day) : t(`chat.${name}`)}
    </p>
  );
}

const toEnd = ({ current }: RefObject<HTMLElement | null>) => {
  if (current) current.scrollTop = current.scrollHeight;
};
/**
 * Scrolls to the newest message unless the player has scrolled up; to the player's own always. When older messages are
 * added above, the visible ones keep their place.
 * @param first key of the oldest message that is shown
 * @param last key of the newest
 */
function useNewest(first: string | undefined, last: string | undefined, ownLast: boolean) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef({ first, last: undefined as string | undefined, fromEnd: 0 });
  // The newest message when the player scrolled up; null at the end of the list.
  const [left, setLeft] = useState<{ last: string | undefined } | null>(null);
  const follows = useRef(true);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    if (last !== before.current.last) {
      if (follows.current || ownLast) toEnd(list);
    } else if (first !== before.current.first && !follows.current)
      element.scrollTop = element.scrollHeight - before.current.fromEnd;
    before.current = { first, last, fromEnd: element.scrollHeight - element.scrollTop };
  }, [first, last, ownLast]);
  useEffect(() => {
    // An on-screen keyboard or a growing field makes the list lower: its end stays visible.
    const element = list.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const onScroll = () => {
    const element = list.current;
    if (!element) return;
    const fromEnd = element.scrollHeight - element.scrollTop;
    before.current.fromEnd = fromEnd;
    follows.current = fromEnd - element.clientHeight < NEAR_PX;
    setLeft(follows.current ? null : (present) => present ?? { last });
  };
  const below = left !== null && left.last !== last;
  return { list, onScroll, below };
}

/** Loads the page before the oldest message. After the last page the button is gone, and the list gets its focus. */
function OlderMessages({ contactId, list }: { contactId: string; list: RefObject<HTMLElement | null> }) {
  const t = useT();
  const queries = useQueryClient();
  const older = useMutation({
    mutationFn: () => fetchOlder(queries, contactId),
    onError: (error) => toast.error(errorText(error)),
  });
  useEffect(() => {
    const element = list.current;
    return () => {
      if (document.activeElement === document.body) element?.focus({ preventScroll: true });
    };
  }, [list]);
  return (
    <Button
      tone="quiet"
      icon={<DownIcon size={18} className="rotate-180" />}
      busy={older.isPending}
      onClick={() => older.mutate()}
      className="mx-auto w-fit"
    >
      {t("chat.older")}
    </Button>
  );
}

export interface MessageListProps {
  contact: ChatContact;
  shown: readonly Shown[];
  /** Older messages can be loaded. */
  older: boolean;
  /** In place of the messages while there are none. */
  children: ReactNode;
}

export function MessageList({ contact, shown, older, children }: MessageListProps) {
  const t = useT();
  const queries = useQueryClient();
  const name = useNameOf()(contact);
  // It may stay open over midnight.
  const now = new Date(useNow());
  const { list, onScroll, below } = useNewest(shown[0]?.key, shown.at(-1)?.key, shown.at(-1)?.mine === true);
  return (
    <div className="relative min-h-0 grow">
      <div
        ref={list}
        onScroll={onScroll}
        role="log"
        aria-live="off"
        aria-label={t("chat.messages")}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain px-3 py-2 [overflow-anchor:none] -outline-offset-2"
      >
        {shown.length === 0 ? children : null}
        {older ? <OlderMessages contactId={contact.id} list={list} /> : null}
        {byDay(shown).map(({ day, items }) => (
          <div key={day}>
            <DayLine day={day} now={now} />
            <ol className="flex flex-col gap-2">
              {items.map((message) => (
                <Bubble
                  key={message.key}
                  message={message}
                  author={message.mine ? t("chat.you") : name}
                  onRetry={(key) => sendAgain(queries, key)}
                />
              ))}
            </ol>
          </div>
        ))}
      </div>
      {below ? (
        <Button
          icon={<DownIcon size={18} />}
          onClick={() => toEnd(list)}
          className="absolute inset-x-0 bottom-2 mx-auto w-fit shadow-popup"
        >
          {t("chat.newMessages")}
        </Button>
      ) : null}
    </div>
  );
}
