/** The content of the page layouts: chapters of the operator's rules in three groups. */
import type { ComponentType } from "react";
import {
  CashOutIcon,
  CheckIcon,
  GiftIcon,
  HistoryIcon,
  LockIcon,
  OfflineIcon,
  PersonIcon,
  PlayIcon,
  StarIcon,
  WalletIcon,
  WrenchIcon,
} from "@reelcast/ui";
import type { IconProps } from "@reelcast/ui";
import type { TextKey } from "../../i18n/index.ts";

export interface Chapter {
  /** Id of its heading, the same in every language. */
  id: string;
  icon: ComponentType<IconProps>;
  title: TextKey;
  paragraphs: readonly TextKey[];
}
export interface Group {
  id: string;
  icon: ComponentType<IconProps>;
  title: TextKey;
  chapters: readonly Chapter[];
}

export const GROUPS: readonly Group[] = [
  {
    id: "play",
    icon: PlayIcon,
    title: "layouts.groupPlay",
    chapters: [
      { id: "machine", icon: CheckIcon, title: "rules.machine", paragraphs: ["rules.machine1", "rules.machine2"] },
      { id: "playing", icon: PlayIcon, title: "rules.play", paragraphs: ["rules.play1", "rules.play2", "rules.play3"] },
      { id: "win", icon: StarIcon, title: "rules.win", paragraphs: ["rules.win1", "rules.win2"] },
    ],
  },
  {
    id: "money",
    icon: WalletIcon,
    title: "layouts.groupMoney",
    chapters: [
      { id: "balance", icon: WalletIcon, title: "rules.money", paragraphs: ["rules.money2", "rules.money3"] },
      { id: "cash-out", icon: CashOutIcon, title: "rules.cashOut", paragraphs: ["rules.cashOut1", "rules.cashOut2"] },
      { id: "jackpots", icon: GiftIcon, title: "rules.jackpots", paragraphs: ["rules.jackpots1", "rules.jackpots2"] },
    ],
  },
  {
    id: "safety",
    icon: LockIcon,
    title: "layouts.groupSafety",
    chapters: [
      { id: "account", icon: PersonIcon, title: "rules.login", paragraphs: ["rules.login1", "rules.login2"] },
      { id: "connection", icon: OfflineIcon, title: "rules.connection", paragraphs: ["rules.connection2"] },
      {
        id: "malfunction",
        icon: WrenchIcon,
        title: "rules.malfunction",
        paragraphs: ["rules.malfunction1", "rules.malfunction2"],
      },
      {
        id: "protection",
        icon: HistoryIcon,
        title: "rules.protection",
        paragraphs: ["rules.protection1", "rules.protection2"],
      },
    ],
  },
];
