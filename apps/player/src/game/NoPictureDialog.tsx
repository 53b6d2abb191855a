/** Asks whether to go on without a live picture, and says what is missing. */
import type { RefObject } from "react";
import { Button, Dialog, useMoney } from "@reelcast/ui";
import type { Picture } from "@reelcast/whep";
import { useT } from "../i18n/index.ts";
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
  return (
    <Dialog
      question
      open={open}
      onClose={onClose}
      returnFocus={returnFocus}
      title={t(picture?.kind === "live" ? "gameParts.pictureBack" : "gameParts.noPictureTitle")}
      description={`${reason} ${t(`gameParts.noPicture.${act}`, { amount: money(amount, true) })}`}
      actions={
        <>
          <Button onClick={goOn}>
            {act === "deposit"
              ? t("gameParts.depositDoAmount", { amount: money(amount, true) })
              : t("gameParts.goOnWithoutPicture")}
          </Button>
          {/* The main one, which has the focus at first: a second Enter is no answer to a question that nobody has read. */}
          <Button tone="main" onClick={onClose}>
            {t("gameParts.notWithoutPicture")}
          </Button>
        </>
      }
    />
  );
}
