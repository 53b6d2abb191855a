/** The contacts, as a list with names or as a strip of pictures next to the chat; and the player's own status. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CHAT_STATUSES } from "@reelcast/contract";
import type { ChatContact } from "@reelcast/contract";
import { IconButton, Select, UnfoldIcon, cx, toast } from "@reelcast/ui";
import { putAnswer } from "../../api/putAnswer.ts";
import { errorText, useT } from "../../i18n/index.ts";
import { Avatar, Identity, StatusWord, useNameOf } from "./Avatar.tsx";
import { Unread } from "./Unread.tsx";
import { STATUS_TEXTS } from "./icons.ts";
import { call, userQuery } from "./queries.ts";
import { selectContact, useChatView, viewChat } from "./view.ts";

function Row({ contact, current, folded }: { contact: ChatContact; current: boolean; folded: boolean }) {
  const t = useT();
  const name = useNameOf()(contact);
  const { unread, status } = contact;
  return (
    <button
      type="button"
      aria-current={current || undefined}
      title={folded ? name : undefined}
      onClick={() => selectContact(contact.id)}
      className={cx(
        "relative flex min-h-14 w-full items-center gap-3 border-s-2 border-transparent text-start hover:bg-lifted aria-[current=true]:border-gold aria-[current=true]:bg-gold/12",
        folded ? "justify-center pe-0.5" : "px-3 py-2",
      )}
    >
      <Avatar key={contact.avatar} contact={contact} />
      {folded ? (
        <span className="sr-only">
          {t("chat.contactFolded", { name, status: t(STATUS_TEXTS[status]) })} <Identity contact={contact} />
        </span>
      ) : (
        <span className="min-w-0 grow">
          <span className="block truncate font-semibold">
            <bdi>{name}</bdi>
          </span>
          <span className="flex flex-wrap items-center gap-x-3">
            <Identity contact={contact} />
            <StatusWord status={status} />
          </span>
        </span>
      )}
      {unread > 0 ? (
        <>
          <Unread count={unread} {...(folded && { className: "absolute end-1 top-1 ring-2 ring-raised" })} />
          <span className="sr-only">{t("chat.unread", { count: unread })}</span>
        </>
      ) : null}
    </button>
  );
}

/** Changes at once, and is reset if the server refuses. */
function OwnStatus() {
  const t = useT();
  const queries = useQueryClient();
  const { data: user } = useQuery(userQuery);
  const change = useMutation({
    mutationFn: (status: ChatContact["status"]) => call("updateChatUser", { body: { status } }),
    onSuccess: (answer) => putAnswer(queries, userQuery.queryKey, answer),
    onError: (error) => toast.error(errorText(error)),
  });
  const status = change.isPending ? change.variables : (user?.status ?? "online");
  return (
    <div className="shrink-0 border-t border-line p-3">
      <Select
        inline
        label={t("chat.ownStatus")}
        value={status}
        onChange={(next) => {
          const chosen = CHAT_STATUSES.find((one) => one === next);
          if (chosen) change.mutate(chosen);
        }}
        options={CHAT_STATUSES.map((value) => ({ value, text: t(STATUS_TEXTS[value]) }))}
      />
    </div>
  );
}

export interface ContactsProps {
  contacts: readonly ChatContact[];
  /** Whether the chosen contact is still in the list. */
  chosen: boolean;
}
export function Contacts({ contacts, chosen }: ContactsProps) {
  const t = useT();
  const { contactId, listOpen } = useChatView();
  const folded = !listOpen && chosen;
  return (
    <nav
      aria-label={t("chat.contacts")}
      className={cx("flex min-h-0 flex-col", folded ? "w-16 shrink-0 border-e border-line" : "grow")}
    >
      {chosen ? (
        <IconButton
          label={folded ? t("chat.unfold") : t("chat.fold")}
          aria-expanded={!folded}
          onClick={() => viewChat({ listOpen: !listOpen })}
          className={cx("m-1.5 size-12", folded ? "self-center" : "self-start")}
        >
          <UnfoldIcon className={listOpen ? "ltr:-scale-x-100" : "rtl:-scale-x-100"} />
        </IconButton>
      ) : null}
      <ul className="min-h-0 grow overflow-y-auto overscroll-contain">
        {contacts.map((contact) => (
          <li key={contact.id}>
            <Row contact={contact} current={contact.id === contactId} folded={folded} />
          </li>
        ))}
      </ul>
      {folded ? null : <OwnStatus />}
    </nav>
  );
}
