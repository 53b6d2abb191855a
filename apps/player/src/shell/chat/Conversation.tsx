/** The chat with one contact: who it is, the messages, and the field for a new one. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { RefObject } from "react";
import type { ChatContact, ChatMessage } from "@reelcast/contract";
import { reloadQueries } from "@reelcast/client/reloadQueries";
import { Skeleton } from "@reelcast/ui";
import { useRequiredLogin } from "../../auth/loginState.ts";
import { useT } from "../../i18n/index.ts";
import { Unloaded } from "../Unloaded.tsx";
import { Identity, StatusWord, useNameOf } from "./Avatar.tsx";
import { Composer } from "./Composer.tsx";
import { MessageList, shownOf } from "./MessageList.tsx";
import { waiting } from "./outbox.ts";
import { chatQuery } from "./queries.ts";
import { send, useOutbox } from "./sending.ts";
import { inChat } from "./view.ts";

const NONE: readonly ChatMessage[] = [];

export interface ConversationProps {
  contact: ChatContact;
  draft: string;
  onDraft: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
}

export function Conversation({ contact, draft, onDraft, field }: ConversationProps) {
  const t = useT();
  const queries = useQueryClient();
  const me = String(useRequiredLogin().user.id);
  const outbox = useOutbox();
  const name = useNameOf()(contact);
  const query = chatQuery(contact.id);
  const { data: chat, error, fetchStatus } = useQuery(query);
  const dialog = chat?.dialog ?? NONE;
  const shown = shownOf(dialog, waiting(outbox, contact.id, dialog), me);
  const loaded = chat !== undefined;

  useEffect(() => {
    // The field gets the focus when the chat is opened, unless an on-screen keyboard would cover the messages.
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
      <MessageList contact={contact} shown={shown} older={chat?.older === true}>
        {loaded ? (
          <p className="px-2 py-10 text-center text-sm text-muted">{t("chat.empty", { name })}</p>
        ) : (
          <Unloaded error={error} fetchStatus={fetchStatus} onRetry={() => void reloadQueries(queries, query.queryKey)}>
            <Skeleton className="h-14 w-3/4" />
            <Skeleton className="h-10 w-1/2 self-end" />
            <Skeleton className="h-14 w-2/3" />
          </Unloaded>
        )}
      </MessageList>
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
