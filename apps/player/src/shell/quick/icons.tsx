/** Drawings of the quick panel. */
import { icon } from "../../ui/index.ts";

export const SpeakerIcon = icon(
  <path d="M4.5 9.5h3L12 5.5v13l-4.5-4h-3v-5ZM15.5 9a4 4 0 0 1 0 6M18 6.5a7.5 7.5 0 0 1 0 11" />,
);
export const ClickIcon = icon(
  <path d="m10 10 9.5 3.5-4.2 1.8L13.5 19.5 10 10ZM9 4v2.5M4 9h2.5M5.5 5.5l1.7 1.7M12.5 5.5l-1.2 1.7" />,
);
export const BellIcon = icon(<path d="M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 1.5H5l1.5-1.5ZM10.5 20.5h3M12 5.5v-2" />);
