/** Asks whether to go on without a live picture, and says what is missing. */
import { ErrorCode } from "@reelcast/contract";
import type { RefObject } from "react";
import { Button, Dialog, useMoney } from "@reelcast/ui";
import { errorText, useT } from "../i18n/index.ts";
import type { PictureHere } from "../session/withoutPicture.ts";
import { isPipelineFailure } from "./pictureState.ts";
import type { PictureQuestion } from "./usePictureGuard.ts";

export interface NoPictureDialogProps {
  open: boolean;
  question: PictureQuestion | null;
  picture: PictureHere;
  returnFocus: RefObject<HTMLElement | null>;
}

/** What is the matter with the picture now. */
function useReason(picture: PictureHere): string {
  const t = useT();
  if (picture === null) return "";
  if (isPipelineFailure(picture)) return errorText({ code: ErrorCode.VideoStartFailed });
  if (picture.kind === "failed")
    return t(picture.failure.reason === "noCodec" ? "game.videoNoCodec" : "game.videoFailed");
  if (picture.kind === "stalled") return t("gameParts.pictureIs.stalled", { seconds: Math.max(1, picture.seconds) });
  return t(`gameParts.pictureIs.${picture.kind}`);
}

export default function NoPictureDialog({ open, question, picture, returnFocus }: NoPictureDialogProps) {
  const t = useT();
  const money = useMoney();
  const reason = useReason(picture);
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
          <Button onClick={onClose}>{t("gameParts.notWithoutPicture")}</Button>
          <Button tone="main" onClick={goOn}>
            {act === "deposit"
              ? t("gameParts.depositDoAmount", { amount: money(amount, true) })
              : t("gameParts.goOnWithoutPicture")}
          </Button>
        </>
      }
    />
  );
}
