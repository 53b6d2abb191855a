/** The number of unread messages on the button that opens the chat, also in its accessible name. */
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { useLogin } from "../../auth/loginState.ts";
import { Unread } from "./Unread.tsx";
import { contactsQuery } from "./queries.ts";

export default function WaitingMessages({ onCount }: { onCount: (count: number) => void }) {
  const login = useLogin();
  const { data: contacts = [] } = useQuery({ ...contactsQuery, enabled: login !== null });
  const count = contacts.reduce((sum, { unread }) => sum + unread, 0);
  // Before anything is painted: the button must not have a number that its name lacks.
  useLayoutEffect(() => onCount(count), [count, onCount]);
  return count > 0 ? <Unread count={count} className="absolute end-0 top-0" /> : null;
}
