/** Which ways to a human the operator has set up. Without a framework: the login needs it before the app is there. */
import { telegramLink, whatsappLink } from "@reelcast/contract";
import type { Settings } from "@reelcast/contract";
import { settings } from "../api/index.ts";

type House = Pick<Settings, "support" | "liveChat">;

/** The operator offers the live chat, and has set its provider. */
export function hasChat({ support, liveChat }: House = settings()): boolean {
  return support.chat && liveChat.enabled && liveChat.id !== "";
}
/** Whether the operator has set up any way to reach support. */
export function hasSupport(house: House = settings()): boolean {
  const { whatsapp, telegram } = house.support;
  return hasChat(house) || whatsappLink(whatsapp) !== null || telegramLink(telegram) !== null;
}
