/** Marks of the lines to support, drawn as the other icons are. */
import { icon } from "../ui/icons.tsx";

export const ChatIcon = icon(
  <path d="M4.5 6.5A1.5 1.5 0 0 1 6 5h12a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 18 16h-6.5L7 19.5V16H6a1.5 1.5 0 0 1-1.5-1.5v-8ZM8.5 9h7M8.5 12h4.5" />,
);
export const WhatsappIcon = icon(
  <path d="M4.5 19.5 5.6 16A8 8 0 1 1 8.4 18.6l-3.9.9ZM9 8.5c-.3 3 2.8 6.6 6 6.5l1-1.6-2.1-1.1-1 .9c-1-.5-1.8-1.3-2.3-2.4l.9-1-1-2-1.5.7Z" />,
);
export const TelegramIcon = icon(<path d="m3.5 11.5 17-6.5-3 14.5-5.6-4.3-2.7 2.7-.5-4.6L17 7.5 6.8 12.7l-3.3-1.2Z" />);
