/**
 * The chat's door for what runs around every screen. It brings nothing along itself, so that its importers load no
 * files that only a message needs.
 */
import type { QueryClient } from "@tanstack/react-query";
import { showPanel } from "../panels.ts";

/** A `chat` notification has come. @param params as they came */
export async function onChatMessage(queries: QueryClient, playerId: number, params: unknown): Promise<void> {
  const { receiveMessage } = await import("./receive.ts");
  await receiveMessage(queries, playerId, params);
}

/** Opens the panel with the chat with the support desk. */
export async function openDesk(): Promise<void> {
  const [{ selectContact }, { SUPPORT }] = await Promise.all([import("./view.ts"), import("./queries.ts")]);
  selectContact(SUPPORT);
  showPanel("chat");
}
