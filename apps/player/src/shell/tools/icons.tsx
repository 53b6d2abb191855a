/** Drawings of the tools' buttons. */
import { icon } from "../../ui/index.ts";

export const ChatIcon = icon(
  <path d="M5 5.5h14A1.5 1.5 0 0 1 20.5 7v8a1.5 1.5 0 0 1-1.5 1.5h-7L7.5 20v-3.5H5A1.5 1.5 0 0 1 3.5 15V7A1.5 1.5 0 0 1 5 5.5ZM8 10h8M8 13h5" />,
);
export const QuickIcon = icon(
  <>
    <rect x="4" y="5.5" width="16" height="14.5" rx="2" />
    <path d="M4 10h16M8 3.5v4M16 3.5v4M8 14h3M8 17h6" />
  </>,
);
export const PaletteIcon = icon(
  <>
    <path d="M12 3.5a8.5 8.5 0 1 0 0 17c1.5 0 2-1 1.6-2-.6-1.5 0-2.5 1.6-2.5h2.3c1.8 0 3-1.3 3-3.2 0-5.200-3.800-9.300-8.500-9.300Z" />
    <path d="M7.5 12v.1M9.8 8v.1M14.2 8v.1M16.8 11.5v.1" />
  </>,
);
