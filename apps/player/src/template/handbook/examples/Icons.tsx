/** Drawn in the colour of the text; what they mean is said by the words beside them, or by a label. */
import {
  MenuIcon,
  CloseIcon,
  CheckIcon,
  WalletIcon,
  EyeIcon,
  EyeOffIcon,
  HomeIcon,
  LogoutIcon,
  SearchIcon,
  RefreshIcon,
  FlameIcon,
  LockIcon,
  InfoIcon,
  WarningIcon,
  ErrorIcon,
  SuccessIcon,
  OfflineIcon,
  PlayIcon,
  ClockIcon,
  CashOutIcon,
  StarIcon,
  WrenchIcon,
  QuestionIcon,
  SpinnerIcon,
  BookIcon,
  PersonIcon,
  HistoryIcon,
  ListIcon,
  GlobeIcon,
  GiftIcon,
  ExpandIcon,
} from "../../../ui/index.ts";

const ICONS = {
  MenuIcon,
  CloseIcon,
  CheckIcon,
  WalletIcon,
  EyeIcon,
  EyeOffIcon,
  HomeIcon,
  LogoutIcon,
  SearchIcon,
  RefreshIcon,
  FlameIcon,
  LockIcon,
  InfoIcon,
  WarningIcon,
  ErrorIcon,
  SuccessIcon,
  OfflineIcon,
  PlayIcon,
  ClockIcon,
  CashOutIcon,
  StarIcon,
  WrenchIcon,
  QuestionIcon,
  SpinnerIcon,
  BookIcon,
  PersonIcon,
  HistoryIcon,
  ListIcon,
  GlobeIcon,
  GiftIcon,
  ExpandIcon,
};

export default function IconsExample() {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3 text-sm">
      {Object.entries(ICONS).map(([name, Icon]) => (
        <li key={name} className="flex items-center gap-2" dir="ltr">
          <Icon /> {name}
        </li>
      ))}
    </ul>
  );
}
