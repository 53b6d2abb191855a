/** Asks whether to go on without a live picture, and says what is missing. */
import type { RefObject } from "react";
import { Button, Dialog, useMoney } from "@reelcast/ui";
import type { Picture } from "@reelcast/whep";
import { useT } from "../i18n/index.ts";
import { isSeen } from "../session/withoutPicture.ts";
import type { PictureHere } from "../session/withoutPicture.ts";
import { usePictureFault } from "./PictureState.tsx";
import type { PictureQuestion } from "./usePictureGuard.ts";

export interface NoPictureDialogProps {
  open: boolean;
  question: PictureQuestion | null;
  picture: PictureHere;
  returnFocus: RefObject<HTMLElement | null>;
}

function useReason(picture: Picture): string {
  const t = useT();
  const fault = usePictureFault(picture);
  if (fault !== null) return fault;
  if (picture.kind === "stalled") return t("gameParts.pictureIs.stalled", { seconds: Math.max(1, picture.seconds) });
  // A failure is a fault.
  return picture.kind === "failed" ? "" : t(`gameParts.pictureIs.${picture.kind}`);
}

export default function NoPictureDialog({ open, question, picture, returnFocus }: NoPictureDialogProps) {
  const t = useT();
  const money = useMoney();
  const reason = useReason(picture ?? { kind: "live" });
  if (!question) return null;
  const { act, amount = 0, goOn, onClose } = question;
  const isBack = isSeen(picture);
  const sum = { amount: money(amount, true) };
  const goes = act === "deposit" ? t("gameParts.depositDoAmount", sum) : t("gameParts.goOnWithoutPicture");
  return (
    <Dialog
      question
      open={open}
      onClose={onClose}
      returnFocus={returnFocus}
      title={t(isBack ? "gameParts.pictureBack" : "gameParts.noPictureTitle")}
      description={`${reason} ${t(isBack ? "gameParts.noPicture.depositSeen" : `gameParts.noPicture.${act}`, sum)}`}
      actions={
        isBack ? (
          <>
            <Button onClick={onClose}>{t("gameParts.depositNot")}</Button>
            <Button tone="main" onClick={goOn}>
              {goes}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={goOn}>{goes}</Button>
            {/* The main one, which has the focus at first: a second Enter is no answer to a question that nobody has read. */}
            <Button tone="main" onClick={onClose}>
              {t("gameParts.notWithoutPicture")}
            </Button>
          </>
        )
      }
    />
  );
}
