/** Says aloud, too, that something is coming. */
import { useT } from "../../../i18n/index.ts";
import { Spinner } from "../../../ui/index.ts";

export default function SpinnerExample() {
  const t = useT();
  return <Spinner label={t("handbook.exLoading")} />;
}
