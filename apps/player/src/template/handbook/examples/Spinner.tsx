/** Says aloud, too, that something is coming. */
import { Spinner } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";

export default function SpinnerExample() {
  const t = useT();
  return <Spinner label={t("handbook.exLoading")} />;
}
