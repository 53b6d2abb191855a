/** Drawings that only the navigation needs. */
import { icon } from "../../ui/index.ts";

/** Points to the end of the line; turned by whoever shows that something is open. */
export const ChevronIcon = icon(<path d="m10 7 5 5-5 5" />);
export const OutsideIcon = icon(
  <path d="M11 6H7a1.5 1.5 0 0 0-1.5 1.5v9.5A1.5 1.5 0 0 0 7 18.5h9.5A1.5 1.5 0 0 0 18 17v-4M14 5.5h4.5V10M18 6l-7.5 7.5" />,
);
export const KeyIcon = icon(
  <>
    <circle cx="8" cy="15" r="3.5" />
    <path d="m10.5 12.5 8-8M15 8l3 3" />
  </>,
);
export const PagesIcon = icon(<path d="M8 4h8l3.5 3.5V17H8V4ZM8 7H4.5v13H16v-3" />);
export const ColumnsIcon = icon(
  <>
    <rect x="4" y="5" width="16" height="14" rx="1.5" />
    <path d="M9.5 5v14M9.5 10H20" />
  </>,
);
export const ShapesIcon = icon(
  <>
    <circle cx="8" cy="8" r="3.5" />
    <path d="M14 5h5.5v6H14zM8 14l4 6H4l4-6ZM14 15h6M14 19h6" />
  </>,
);
export const LettersIcon = icon(
  <path d="M4 18.5 8.5 6 13 18.5M5.5 14.5h6M15 11.5c1-1 4.5-1.3 4.5 1.5v5.5M19.5 14.5c-2.5 0-5 .3-5 2.2 0 2.4 4 2.4 5 0" />,
);
export const BracesIcon = icon(
  <path d="M9 5H8a2 2 0 0 0-2 2v3l-2 2 2 2v3a2 2 0 0 0 2 2h1M15 5h1a2 2 0 0 1 2 2v3l2 2-2 2v3a2 2 0 0 1-2 2h-1" />,
);
export const FoldIcon = icon(<path d="M5 5v14M19 12H9m4-4-4 4 4 4" />);
