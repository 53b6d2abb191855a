/** The button of the chat, which says how many messages wait to be read. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLogin } from "../../auth/session.ts";
import { useT } from "../../i18n/index.ts";
import { IconButton } from "../../ui/index.ts";
import { Unread } from "./Unread.tsx";
import { contactsQuery } from "./queries.ts";

export interface ChatButtonProps {
  onClick: () => void;
  /** The icon. */
  children: ReactNode;
}

export default function ChatButton({ onClick, children }: ChatButtonProps) {
  const t = useT();
  const login = useLogin();
  const { data: contacts = [] } = useQuery({ ...contactsQuery, enabled: login !== null });
  const count = contacts.reduce((sum, { unread }) => sum + unread, 0);
  return (
    <IconButton
      label={count > 0 ? t("chat.titleUnread", { count }) : t("chat.title")}
      aria-haspopup="dialog"
      data-panel="chat"
      onClick={onClick}
      className="relative"
    >
      {children}
      {count > 0 ? <Unread count={count} className="absolute end-0 top-0" /> : null}
    </IconButton>
  );
}
