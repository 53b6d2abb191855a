/** A contact's picture or initials with the status at its corner, and a status in words. Screen readers skip the pictures. */
import { useState } from "react";
import type { ChatContact } from "@reelcast/contract";
import { HeadsetIcon, VerifiedIcon, cx } from "@reelcast/ui";
import { useLanguage, useT } from "../../i18n/index.ts";
import { initialsOf } from "../../i18n/initials.ts";
import { STATUS_COLOURS, STATUS_ICONS, STATUS_TEXTS } from "./icons.ts";
import { SUPPORT } from "./queries.ts";

type Status = ChatContact["status"];

/** The support desk has a name in each language. */
export function useNameOf(): (contact: Pick<ChatContact, "id" | "name">) => string {
  const t = useT();
  return ({ id, name }) => (id === SUPPORT ? t("chat.support") : name);
}

export function Avatar({ contact }: { contact: Pick<ChatContact, "id" | "name" | "avatar" | "status"> }) {
  const language = useLanguage();
  const [failed, setFailed] = useState(false);
  const Icon = STATUS_ICONS[contact.status];
  return (
    <span aria-hidden="true" className="relative block size-10 shrink-0 select-none">
      <span className="grid size-10 place-items-center overflow-hidden rounded-full bg-lifted text-sm font-semibold ring-1 ring-edge ring-inset">
        {contact.avatar !== null && !failed ? (
          <img src={contact.avatar} alt="" onError={() => setFailed(true)} className="size-full object-cover" />
        ) : contact.id === SUPPORT ? (
          <HeadsetIcon />
        ) : (
          initialsOf(contact.name, language)
        )}
      </span>
      <span
        className={cx("absolute -end-0.5 -bottom-0.5 rounded-full bg-raised p-0.5", STATUS_COLOURS[contact.status])}
      >
        <Icon size={12} />
      </span>
    </span>
  );
}

/** The username of a player, whatever display name they have; for the support desk, that it is the operator's. */
export function Identity({ contact: { id, username } }: { contact: Pick<ChatContact, "id" | "username"> }) {
  const t = useT();
  if (id === SUPPORT)
    return (
      <span className="inline-flex items-center gap-1 text-sm text-gold">
        <VerifiedIcon size={14} className="shrink-0" />
        {t("chat.house")}
      </span>
    );
  return username === undefined ? null : (
    <bdi dir="ltr" className="min-w-0 truncate text-sm text-muted">
      @{username}
    </bdi>
  );
}

export function StatusWord({ status }: { status: Status }) {
  const t = useT();
  const Icon = STATUS_ICONS[status];
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-muted">
      <Icon size={12} className={STATUS_COLOURS[status]} />
      {t(STATUS_TEXTS[status])}
    </span>
  );
}
