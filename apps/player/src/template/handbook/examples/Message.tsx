/** Where a list would be: why there is none, and what can be done about it. */
import { Button, Message } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";

export default function MessageExample() {
  const t = useT();
  return (
    <Message title={t("handbook.exNothing")} text={t("handbook.exNothingText")}>
      <Button>{t("handbook.exRetry")}</Button>
    </Message>
  );
}
