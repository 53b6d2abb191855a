/** How good the connection is, in figures. */
import { useSyncExternalStore } from "react";
import type { RefObject } from "react";
import type { WhepStats } from "@reelcast/whep";
import { Sheet } from "@reelcast/ui";
import { useLanguage, useT } from "../i18n/index.ts";
import type { PictureHere } from "../session/withoutPicture.ts";
import { medianOf, onReaction, reactions } from "./reactions.ts";

export interface ConnectionSheetProps {
  open: boolean;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
  stats: WhepStats | null;
  roundTripMs: number | null;
  picture: PictureHere;
}

export default function ConnectionSheet({
  open,
  onClose,
  returnFocus,
  stats,
  roundTripMs,
  picture,
}: ConnectionSheetProps) {
  const t = useT();
  const language = useLanguage();
  const percent = (share: number) =>
    new Intl.NumberFormat(`${language}-u-nu-latn`, { style: "percent", maximumFractionDigits: 1 }).format(share);
  const figure = (value: number | null | undefined, word: (value: number) => string) =>
    value === null || value === undefined ? t("gameParts.unknown") : word(value);
  const { answers, pictures } = useSyncExternalStore(onReaction, reactions);
  /** The newest one, and the middle of the latest. */
  const times = (values: readonly number[]) => {
    const [last, middle] = [values.at(-1), medianOf(values)];
    if (last === undefined || middle === null) return t("gameParts.notMeasured");
    return t("gameParts.lastAndMiddle", { last: Math.round(last), middle: Math.round(middle) });
  };
  const rows = [
    ...(picture === null ? [] : [[t("gameParts.picture"), t(`gameParts.pictureNow.${picture.kind}`)] as const]),
    [t("gameParts.roundTrip"), figure(roundTripMs, (value) => t("gameParts.ms", { value: Math.round(value) }))],
    [t("gameParts.pressToAnswer"), times(answers)],
    ...(picture === null ? [] : [[t("gameParts.pressToPicture"), times(pictures)] as const]),
    [
      t("gameParts.fps"),
      figure(stats?.framesPerSecond, (value) => t("gameParts.perSecond", { value: Math.round(value) })),
    ],
    [
      t("gameParts.bitrate"),
      figure(stats?.bitsPerSecond, (value) => t("gameParts.kbit", { value: Math.round(value / 1000) })),
    ],
    [t("gameParts.loss"), figure(stats?.packetLoss, (value) => percent(value))],
    [
      t("gameParts.path"),
      stats?.path === "relay"
        ? t("gameParts.pathRelay")
        : stats?.path === "direct"
          ? t("gameParts.pathDirect")
          : t("gameParts.unknown"),
    ],
  ] as const;
  return (
    <Sheet
      returnFocus={returnFocus}
      open={open}
      onClose={onClose}
      side="end"
      title={t("gameParts.connectionTitle")}
      closeLabel={t("shell.close")}
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3 p-5 text-[.9375rem]">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="text-end font-medium figures">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="px-5 pb-5 text-sm text-muted">{t("gameParts.reactionsHint")}</p>
    </Sheet>
  );
}
