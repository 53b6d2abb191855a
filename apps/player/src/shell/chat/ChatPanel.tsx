/** The chat's side panel: contacts, and the chat with one of them. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { reloadQueries } from "@reelcast/client/reloadQueries";
import { OfflineIcon, Skeleton, toast, useOnline } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import type { PanelProps } from "../panels.ts";
import { SidePanel } from "../SidePanel.tsx";
import { Unloaded } from "../Unloaded.tsx";
import { CHAT_TOAST } from "./receive.ts";
import { Contacts } from "./Contacts.tsx";
import { Conversation } from "./Conversation.tsx";
import { contactsQuery } from "./queries.ts";
import { inPanel, useChatView, viewChat } from "./view.ts";

/** Statuses of contacts are not pushed, so they are polled while the panel is open. */
const STATUSES_EVERY_MS = 30_000;

function Body({ drafts, onDraft, field }: BodyProps) {
  const t = useT();
  const queries = useQueryClient();
  const online = useOnline();
  const { contactId, listOpen, spoken } = useChatView();
  const {
    data: contacts,
    error,
    fetchStatus,
  } = useQuery({
    ...contactsQuery,
    refetchInterval: STATUSES_EVERY_MS,
  });
  useEffect(() => {
    toast.close(CHAT_TOAST);
    viewChat({ spoken: "" });
    return inPanel();
  }, []);
  const selected = contacts?.find(({ id }) => id === contactId);
  return (
    <>
      {contacts && !online ? (
        <p role="status" className="flex items-center gap-2 bg-warning/15 px-4 py-2 text-sm text-warning">
          <OfflineIcon size={18} className="shrink-0" />
          {t("chat.offline")}
        </p>
      ) : null}
      <p role="status" className="sr-only">
        {spoken}
      </p>
      <div className="flex min-h-0 grow">
        {contacts ? (
          <>
            <Contacts contacts={contacts} chosen={selected !== undefined} />
            {selected && !listOpen ? (
              <Conversation
                key={selected.id}
                contact={selected}
                draft={drafts[selected.id] ?? ""}
                onDraft={(text) => onDraft(selected.id, text)}
                field={field}
              />
            ) : null}
          </>
        ) : (
          <Unloaded
            error={error}
            fetchStatus={fetchStatus}
            onRetry={() => void reloadQueries(queries, contactsQuery.queryKey)}
          >
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </Unloaded>
        )}
      </div>
    </>
  );
}
interface BodyProps {
  /** Texts that were typed and not sent, by contact. */
  drafts: Readonly<Record<string, string>>;
  onDraft: (contactId: string, text: string) => void;
  field: React.RefObject<HTMLTextAreaElement | null>;
}

export default function ChatPanel({ open, onClose }: PanelProps) {
  const t = useT();
  const [drafts, setDrafts] = useState<BodyProps["drafts"]>({});
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <SidePanel open={open} onClose={onClose} title={t("chat.title")} initialFocus={() => field.current}>
      <Body
        drafts={drafts}
        onDraft={(contactId, text) => setDrafts((before) => ({ ...before, [contactId]: text }))}
        field={field}
      />
    </SidePanel>
  );
}
