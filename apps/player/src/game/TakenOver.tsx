/** The game continues in another window or on another device. Offers to continue here. */
import { Button, Dialog } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";

export interface TakenOverProps {
  open: boolean;
  onContinue: () => void;
  onLobby: () => void;
}

export default function TakenOver({ open, onContinue, onLobby }: TakenOverProps) {
  const t = useT();
  return (
    <Dialog
      question
      open={open}
      onClose={onLobby}
      title={t("gameParts.takenOver")}
      description={t("gameParts.takenOverHint")}
      actions={
        <>
          <Button onClick={onLobby}>{t("game.toLobby")}</Button>
          <Button tone="main" onClick={onContinue}>
            {t("gameParts.continueHere")}
          </Button>
        </>
      }
    />
  );
}
