/** Shown from anywhere; the same id again updates the toast that stands there. */
import { Button, toast } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";

export default function ToastExample() {
  const t = useT();
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => toast.success(t("handbook.exSaved"), { id: "example" })}>{t("handbook.exSave")}</Button>
      <Button onClick={() => toast.error(t("handbook.exFailed"), { id: "example" })}>{t("handbook.exFail")}</Button>
    </div>
  );
}
