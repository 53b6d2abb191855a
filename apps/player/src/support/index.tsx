/**
 * The ways to a human: WhatsApp, Telegram, live chat, as the operator has set them up. Shared by the login, the frame
 * and the screens; knows none of them. What is behind a press (consent, chat) is fetched with it.
 */
export { SupportLinks } from "./SupportLinks.tsx";
export { hasSupport } from "./ways.ts";
export { SupportEntry, SupportWays } from "./SupportEntry.tsx";
