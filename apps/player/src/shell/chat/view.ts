/**
 * What of the chat is on the screen: which contact, whether the list of contacts stands open, and whether a message that
 * comes is being read at this moment. Outside of React, since messages come from the socket.
 */
import { useSyncExternalStore } from "react";

export interface ChatView {
  contactId: string | null;
  /** The list takes the panel's whole width; else a strip of pictures is next to the chat. */
  listOpen: boolean;
  /** The last message, for screen readers. */
  spoken: string;
}
let present: ChatView = { contactId: null, listOpen: true, spoken: "" };
const listeners = new Set<() => void>();

export function viewChat(change: Partial<ChatView>): void {
  present = { ...present, ...change };
  for (const listener of listeners) listener();
}
/** Shows the chat with a contact. */
export const selectContact = (contactId: string): void => viewChat({ contactId, listOpen: false });

export function useChatView(): ChatView {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => present,
  );
}

const mounted = { panel: false, chat: null as string | null };
/** Effect of the open panel. */
export function inPanel(): () => void {
  mounted.panel = true;
  return () => void (mounted.panel = false);
}
/** Effect of the chat that is shown. */
export function inChat(contactId: string): () => void {
  mounted.chat = contactId;
  return () => {
    if (mounted.chat === contactId) mounted.chat = null;
  };
}
/** Only the frame shows panels: the game and pages that fill the screen have none. */
export const mayOpenPanel = () => document.getElementById("content") !== null;
export const isPanelOpen = () => mounted.panel;
export const isReading = (contactId: string) => mounted.chat === contactId && document.visibilityState === "visible";
