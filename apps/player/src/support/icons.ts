/** The logos of two messengers, which Lucide does not have. */
import { createLucideIcon } from "lucide-react";

export const WhatsappIcon = createLucideIcon("whatsapp", [
  [
    "path",
    {
      key: "1",
      d: "M4.5 19.5 5.6 16A8 8 0 1 1 8.4 18.6l-3.9.9ZM9 8.5c-.3 3 2.8 6.6 6 6.5l1-1.6-2.1-1.1-1 .9c-1-.5-1.8-1.3-2.3-2.4l.9-1-1-2-1.5.7Z",
    },
  ],
]);
export const TelegramIcon = createLucideIcon("telegram", [
  ["path", { key: "1", d: "m3.5 11.5 17-6.5-3 14.5-5.6-4.3-2.7 2.7-.5-4.6L17 7.5 6.8 12.7l-3.3-1.2Z" }],
]);
