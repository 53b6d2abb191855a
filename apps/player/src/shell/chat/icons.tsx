/** Drawings of the chat: each status has a shape of its own, not only a colour, and a word. */
import { icon } from "../../ui/index.ts";

export const SendIcon = icon(<path d="M4.5 12 3.5 4.5l17 7.5-17 7.5 1-7.5Zm0 0H12" />);
export const HeadsetIcon = icon(
  <path d="M4.5 14v-2a7.5 7.5 0 0 1 15 0v2M4.5 13.5h2.5v5H6a1.5 1.5 0 0 1-1.5-1.5v-3.5Zm15 0H17v5h1a1.5 1.5 0 0 0 1.5-1.5v-3.5Zm0 4c0 2-1.5 3-4 3H13" />,
);
/** A seal with a tick: the house itself. */
export const HouseIcon = icon(
  <path d="m12 2.8 2.7 1.9 3.3.1 1 3.1 2.6 2-1 3.1 1 3.1-2.6 2-1 3.1-3.3.1-2.7 1.9-2.7-1.9-3.3-.1-1-3.1-2.6-2 1-3.1-1-3.1 2.6-2 1-3.1 3.3-.1Zm-4 10 2.7 2.7 5.3-5.5" />,
);
export const UnfoldIcon = icon(<path d="M4 6h16M4 12h10M4 18h16m-3-9 3 3-3 3" />);
export const DownIcon = icon(<path d="M12 5v13m0 0 5-5m-5 5-5-5" />);

export const STATUS_ICONS = {
  online: icon(
    <>
      <circle cx="12" cy="12" r="10" fill="currentColor" stroke="none" />
      <path d="m7.5 12.5 3 3 6-6.5" className="stroke-raised" strokeWidth={3} />
    </>,
  ),
  "do-not-disturb": icon(
    <>
      <circle cx="12" cy="12" r="10" fill="currentColor" stroke="none" />
      <path d="M7 12h10" className="stroke-raised" strokeWidth={3.5} />
    </>,
  ),
  away: icon(
    <>
      <circle cx="12" cy="12" r="10" fill="currentColor" stroke="none" />
      <path d="M12 6.5V12l4 2.5" className="stroke-raised" strokeWidth={3} />
    </>,
  ),
  offline: icon(<circle cx="12" cy="12" r="8" strokeWidth={4} />),
} as const;
export const STATUS_COLOURS = {
  online: "text-success",
  "do-not-disturb": "text-error",
  away: "text-warning",
  offline: "text-muted",
} as const;
export const STATUS_TEXTS = {
  online: "chat.status_online",
  "do-not-disturb": "chat.status_busy",
  away: "chat.status_away",
  offline: "chat.status_offline",
} as const;
