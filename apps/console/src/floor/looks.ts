/** How states and needs look: a colour, an icon, a word. Never the colour alone. */
import type { ComponentType } from "react";
import type { Need, TileState } from "@reelcast/contract/console";
import {
  CheckIcon,
  ClockIcon,
  LockIcon,
  LogoutIcon,
  OfflineIcon,
  PlayIcon,
  ShieldIcon,
  StarIcon,
  TakeWinIcon,
  WalletIcon,
  WarningIcon,
  WrenchIcon,
} from "@reelcast/ui";
import type { IconProps } from "@reelcast/ui";

interface Look {
  icon: ComponentType<IconProps>;
  /** Of the word and its icon. */
  text: string;
  /** Of the line at the tile's edge. */
  edge: string;
}
export const STATE_LOOKS: Readonly<Record<TileState, Look>> = {
  quarantined: { icon: ShieldIcon, text: "text-error", edge: "bg-error" },
  outOfOrder: { icon: WrenchIcon, text: "text-muted", edge: "bg-edge" },
  unreachable: { icon: OfflineIcon, text: "text-warning", edge: "bg-warning" },
  tilt: { icon: WarningIcon, text: "text-warning", edge: "bg-warning" },
  handPay: { icon: TakeWinIcon, text: "text-warning", edge: "bg-warning" },
  ending: { icon: LogoutIcon, text: "text-info", edge: "bg-info" },
  bonus: { icon: StarIcon, text: "text-bonus", edge: "bg-bonus" },
  playing: { icon: PlayIcon, text: "text-success", edge: "bg-success" },
  waiting: { icon: ClockIcon, text: "text-info", edge: "bg-info" },
  closed: { icon: LockIcon, text: "text-muted", edge: "bg-edge" },
  free: { icon: CheckIcon, text: "text-muted", edge: "bg-line" },
};
export const NEED_ICONS: Readonly<Record<Need, ComponentType<IconProps>>> = {
  transfer: WalletIcon,
  mismatch: ShieldIcon,
  handPay: TakeWinIcon,
  tilt: WarningIcon,
  door: LockIcon,
  unreachable: OfflineIcon,
  outOfOrder: WrenchIcon,
};
/** Money in doubt is red, what an attendant can see to is amber, and what somebody did on purpose is quiet. */
export const needTone = (what: Need): string =>
  what === "transfer" || what === "mismatch"
    ? "need-money text-error"
    : what === "outOfOrder"
      ? "bg-lifted text-muted"
      : "need-attendant text-warning";
