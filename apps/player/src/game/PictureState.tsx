/** Over a picture that is not live: what is wrong with it, and what the player can do. */
import { ErrorCode } from "@reelcast/contract";
import { Button, PlayIcon } from "@reelcast/ui";
import type { Picture } from "@reelcast/whep";
import { errorText, useT } from "../i18n/index.ts";
import type { SeatPicture } from "./useLivePicture.ts";
import { Waiting } from "./Waiting.tsx";

/** The server could not start its video pipeline. */
function isPipelineFailure(picture: Picture): boolean {
  if (!("failure" in picture)) return false;
  // Another server may write its JSON with spaces.
  return new RegExp(`"code"\\s*:\\s*${ErrorCode.VideoStartFailed}\\b`).test(picture.failure.detail ?? "");
}
const lacksCodec = (picture: Picture) => picture.kind === "failed" && picture.failure.reason === "noCodec";

/** What is the matter with the picture now, in a sentence; null: nothing that would not pass by itself. */
export function usePictureFault(picture: Picture): string | null {
  const t = useT();
  if (isPipelineFailure(picture)) return errorText({ code: ErrorCode.VideoStartFailed });
  if (picture.kind !== "failed") return null;
  return t(lacksCodec(picture) ? "gameParts.videoNoCodec" : "gameParts.videoFailed");
}

export default function PictureState({ open, picture, retry, play }: SeatPicture & { open: boolean }) {
  const fault = usePictureFault(picture);
  if (!open) return null;
  if (picture.kind === "stalled") return <Stalled seconds={picture.seconds} />;
  if (picture.kind === "reconnecting" && fault === null) return <Reconnecting />;
  return (
    <div className="absolute inset-0 grid place-items-center bg-sunken/85 p-4 text-center" role="status">
      {picture.kind === "waiting" ? (
        <TapToStart onPress={play} />
      ) : fault === null ? null : (
        // Another try changes nothing about the browser.
        <Fault text={fault} onRetry={lacksCodec(picture) ? null : retry} />
      )}
    </div>
  );
}

function TapToStart({ onPress }: { onPress: () => void }) {
  const t = useT();
  return (
    <Button
      icon={<PlayIcon size={26} fill="currentColor" />}
      onClick={onPress}
      className="min-h-14 rounded-full px-7 text-lg"
    >
      {t("gameParts.tapToStart")}
    </Button>
  );
}
function Stalled({ seconds }: { seconds: number }) {
  const t = useT();
  return (
    <Waiting>
      {/* Read aloud once, and not each second. */}
      <span className="sr-only">{t("gameParts.videoStalled")}</span>
      <span aria-hidden="true">
        {seconds > 0 ? t("gameParts.videoStalledFor", { seconds }) : t("gameParts.videoStalled")}
      </span>
    </Waiting>
  );
}
function Reconnecting() {
  const t = useT();
  return <Waiting>{t("gameParts.videoReconnecting")}</Waiting>;
}
function Fault({ text, onRetry }: { text: string; onRetry: (() => void) | null }) {
  const t = useT();
  return (
    <div className="flex max-w-md flex-col items-center gap-3">
      <p className="text-muted">{text}</p>
      {onRetry ? <Button onClick={onRetry}>{t("gameParts.retryVideo")}</Button> : null}
    </div>
  );
}
