/**
 * The ways to a human: WhatsApp, Telegram, live chat, as the operator has set them up. Shared by the login, the frame
 * and the screens; knows none of them. What is behind a press (consent, chat) is fetched with it.
 */
export { SupportLinks, hasSupport } from "./SupportLinks.tsx";
export { SupportEntry } from "./SupportEntry.tsx";
