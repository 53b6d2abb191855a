/** The focus goes in, stays in, and comes back to the button. */
import { useState } from "react";
import { Button, Dialog } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";

export default function DialogExample() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("handbook.exOpenDialog")}</Button>
      <Dialog
        open={open}
        onClose={close}
        title={t("handbook.exQuestion")}
        description={t("handbook.exConsequence")}
        closeLabel={t("handbook.exClose")}
        actions={
          <>
            <Button onClick={close}>{t("handbook.exCancel")}</Button>
            <Button tone="main" onClick={close}>
              {t("handbook.exYes")}
            </Button>
          </>
        }
      />
    </>
  );
}
