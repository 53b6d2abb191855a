/** Neither Escape nor a press beneath closes it: only what it offers. */
import { useState } from "react";
import { Button, CoverDialog } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";

export default function CoverDialogExample() {
  const t = useT();
  const [covered, setCovered] = useState(false);
  return (
    <>
      <Button onClick={() => setCovered(true)}>{t("handbook.exShow")}</Button>
      {covered ? (
        <CoverDialog role="alertdialog" aria-labelledby="covered">
          <div className="flex flex-col items-center gap-4">
            <h2 id="covered" className="text-xl font-semibold">
              {t("handbook.exQuestion")}
            </h2>
            <Button tone="main" onClick={() => setCovered(false)}>
              {t("handbook.exYes")}
            </Button>
          </div>
        </CoverDialog>
      ) : null}
    </>
  );
}
