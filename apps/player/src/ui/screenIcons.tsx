/** Icons of the screens behind the login. */
import { icon } from "./icons.tsx";

export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h10" />);
export const WalletIcon = icon(
  <>
    <path d="M4 8.5A2.5 2.5 0 0 1 6.5 6H18v3M4 8.5V17a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1v-8a1 1 0 0 0-1-1H5" />
    <circle cx="16.5" cy="14" r=".8" fill="currentColor" />
  </>,
);
export const HomeIcon = icon(<path d="M4 11.5 12 5l8 6.5M6 10v9h4.5v-5h3v5H18v-9" />);
export const LogoutIcon = icon(
  <path d="M10 4.5H6a1.5 1.5 0 0 0-1.5 1.5v12A1.5 1.5 0 0 0 6 19.5h4M15 8l4 4-4 4M19 12H9.5" />,
);
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6" />
    <path d="m15.5 15.5 4.5 4.5" />
  </>,
);
export const RefreshIcon = icon(<path d="M19.5 12A7.5 7.5 0 1 1 17 6.4l2.5 2.1m0-4v4h-4" />);
export const FlameIcon = icon(
  <path
    d="M12 3c.5 3.5 5.5 5.5 5.5 11a5.5 5.5 0 0 1-11 0c0-2 .9-3.6 2-4.7.2 1.6 1 2.5 2 2.7C10 8.5 10.5 5.5 12 3Z"
    fill="currentColor"
    stroke="none"
  />,
);
export const LockIcon = icon(
  <>
    <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
    <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
  </>,
);
export const OfflineIcon = icon(
  <path d="M4 4l16 16M5 12.5a10 10 0 0 1 4-2.3M19 12.5a10 10 0 0 0-5-2.6M8.5 16a5 5 0 0 1 5-1.3M2.5 9a14 14 0 0 1 4-2.6M21.5 9A14 14 0 0 0 11 5.6M12 19.3v.1" />,
);
export const PlayIcon = icon(<path d="M8 5.5v13l10.5-6.5L8 5.5Z" fill="currentColor" />);
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </>,
);
export const CashOutIcon = icon(
  <path d="M12 4v10m0 0 4-4m-4 4-4-4M5 15v3.5A1.5 1.5 0 0 0 6.5 20h11a1.5 1.5 0 0 0 1.5-1.5V15" />,
);
export const StarIcon = icon(
  <path d="m12 4 2.4 5.1 5.6.7-4.1 3.8 1.1 5.5L12 16.4l-5 2.7 1.1-5.5L4 9.8l5.6-.7L12 4Z" />,
);
export const WrenchIcon = icon(
  <path d="M14.5 6.5a4 4 0 0 1 4.8-1l-2.7 2.7 1.2 1.2 2.7-2.7a4 4 0 0 1-5.4 4.8L8.4 18.2a1.9 1.9 0 0 1-2.7-2.7l6.7-6.7a4 4 0 0 1 2.1-2.3Z" />,
);
export const QuestionIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M9.5 9.7a2.5 2.5 0 1 1 3.7 2.2c-.8.5-1.2 1-1.2 1.9M12 16.7v.1" />
  </>,
);
export const BookIcon = icon(
  <path d="M5 5.5A1.5 1.5 0 0 1 6.5 4H19v13H6.5A1.5 1.5 0 0 0 5 18.5v-13ZM5 18.5A1.5 1.5 0 0 0 6.5 20H19v-3M9 8h6" />,
);
export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8" r="3.5" />
    <path d="M5 19.5c.8-3.4 3.4-5.5 7-5.5s6.2 2.1 7 5.5" />
  </>,
);
export const HistoryIcon = icon(<path d="M4.5 12a7.5 7.5 0 1 0 2.3-5.4L4.5 9M4.5 4.5V9H9M12 8v4.3l3 1.7" />);
export const ListIcon = icon(<path d="M4 7h3M4 12h3M4 17h3M10 7h10M10 12h10M10 17h6" />);
export const GiftIcon = icon(
  <path d="M4.5 10h15v3.5h-15zM6 13.5V20h12v-6.5M12 10v10M12 10c-4.5 0-6-1.7-5-3.5 1.1-1.9 4-.7 5 3.5Zm0 0c4.5 0 6-1.7 5-3.5-1.1-1.9-4-.7-5 3.5Z" />,
);
/** Turned by whoever shows that something is open. */
export const ExpandIcon = icon(<path d="m6 9.5 6 6 6-6" />);
