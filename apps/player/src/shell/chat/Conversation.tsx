/** The chat with one contact: messages day by day, the newest at the bottom, and below them what is still on its way. */
import type { ChatContact, ChatMessage } from "@reelcast/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { askAgain } from "../../api/askAgain.ts";
import { settings } from "../../api/index.ts";
import { useSession } from "../../auth/session.ts";
import { errorText, formatDate, useT } from "../../i18n/index.ts";
import { Button, DownIcon, ErrorIcon, RefreshIcon, Skeleton, cx, toast } from "../../ui/index.ts";
import { Unloaded } from "../Unloaded.tsx";
import { useNow } from "../useNow.ts";
import { Identity, StatusWord, useNameOf } from "./Avatar.tsx";
import { Composer } from "./Composer.tsx";
import { byDay, nameOfDay, partsOf } from "./days.ts";
import { waiting } from "./outbox.ts";
import type { Outgoing } from "./outbox.ts";
import { chatQuery, fetchOlder } from "./queries.ts";
import { send, sendAgain, useOutbox } from "./sending.ts";
import { inChat } from "./view.ts";

/** So near to the end, the newest message is followed. */
const NEAR_PX = 80;
const NONE: readonly ChatMessage[] = [];

interface Shown {
  key: string;
  text: string;
  time: string;
  mine: boolean;
  outgoing: Outgoing | null;
}
function shownOf(dialog: readonly ChatMessage[], unsent: readonly Outgoing[], me: string): Shown[] {
  return [
    // By the same key before and after it is confirmed.
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
            <time dateTime={time} title={formatDate(time, settings().dateFormat)}>
              {formatDate(time, partsOf(settings().dateFormat).time)}
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
  const t = useT();
  const name = nameOfDay(day, now);
  return (
    <p className="figures py-2 text-center text-xs font-semibold text-muted">
      {name === "other" ? formatDate(`${day}T00:00`, partsOf(settings().dateFormat).day) : t(`chat.${name}`)}
    </p>
  );
}

const toEnd = ({ current }: RefObject<HTMLElement | null>) => {
  if (current) current.scrollTop = current.scrollHeight;
};
/**
 * Follows the newest message unless the player has gone back to older ones; what is one's own is always followed. Where
 * older ones come in above, what is being looked at stays where it is.
 * @param first key of the oldest message that is shown
 * @param last key of the newest
 */
function useNewest(first: string | undefined, last: string | undefined, ownLast: boolean) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef({ first, last: undefined as string | undefined, fromEnd: 0 });
  // The newest one when the player left the end; while they are at it, none can be missed.
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
    // A keyboard that comes up, or a field that grows, takes from the list's height: its end stays in view.
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

/** Asks for the page before the oldest message. Gone with the last page, it leaves the focus on the list. */
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

export interface ConversationProps {
  contact: ChatContact;
  draft: string;
  onDraft: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
}

export function Conversation({ contact, draft, onDraft, field }: ConversationProps) {
  const t = useT();
  const queries = useQueryClient();
  const me = String(useSession().login.user.id);
  const outbox = useOutbox();
  const name = useNameOf()(contact);
  const { data: chat, error, fetchStatus } = useQuery(chatQuery(contact.id));
  const dialog = chat?.dialog ?? NONE;
  const shown = shownOf(dialog, waiting(outbox, contact.id, dialog), me);
  const { list, onScroll, below } = useNewest(shown[0]?.key, shown.at(-1)?.key, shown.at(-1)?.mine === true);
  const loaded = chat !== undefined;
  const now = useNow();

  useEffect(() => {
    // The input takes the focus after a contact was chosen, unless an on-screen keyboard would cover the chat.
    if (loaded && !matchMedia("(pointer: coarse)").matches) field.current?.focus();
  }, [loaded, field]);
  useEffect(() => inChat(contact.id), [contact.id]);

  return (
    <section aria-label={t("chat.with", { name })} className="flex min-w-0 grow flex-col">
      <div className="shrink-0 border-b border-line px-4 py-2.5">
        <h3 className="truncate leading-tight font-semibold">
          <bdi>{name}</bdi>
        </h3>
        <div className="flex flex-wrap items-center gap-x-3">
          <Identity contact={contact} />
          <StatusWord status={contact.status} />
        </div>
      </div>
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
          {loaded && shown.length === 0 ? (
            <p className="px-2 py-10 text-center text-sm text-muted">{t("chat.empty", { name })}</p>
          ) : null}
          {chat?.older ? <OlderMessages contactId={contact.id} list={list} /> : null}
          {loaded || shown.length > 0 ? (
            byDay(shown).map(({ day, items }) => (
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
            ))
          ) : (
            <Unloaded
              error={error}
              fetchStatus={fetchStatus}
              onRetry={() => void askAgain(queries, chatQuery(contact.id).queryKey)}
            >
              <Skeleton className="h-14 w-3/4" />
              <Skeleton className="h-10 w-1/2 self-end" />
              <Skeleton className="h-14 w-2/3" />
            </Unloaded>
          )}
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
      {loaded ? (
        <Composer
          name={name}
          text={draft}
          onText={onDraft}
          onSend={(text) => send(queries, contact.id, text)}
          field={field}
        />
      ) : null}
    </section>
  );
}
