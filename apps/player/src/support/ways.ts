/** Which ways to a human the operator has set up. Without a framework: the login needs it before the app is there. */
import { telegramLink, whatsappLink } from "@reelcast/contract";
import { settings } from "../api/index.ts";

/** The operator offers the live chat, and has set its provider. */
export function hasChat(): boolean {
  const { support, liveChat } = settings();
  return support.chat && liveChat.enabled && liveChat.id !== "";
}
/** Whether the operator has set up any way to reach support. */
export function hasSupport(): boolean {
  const { whatsapp, telegram } = settings().support;
  return hasChat() || whatsappLink(whatsapp) !== null || telegramLink(telegram) !== null;
}
