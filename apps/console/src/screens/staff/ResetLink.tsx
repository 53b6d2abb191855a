/** The one-time link that is handed to a member: shown once, because the server keeps only its digest. */
import { Button, Dialog } from "@reelcast/ui";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { CopyText } from "../../shell/CopyText.tsx";

export interface OneTimeLink {
  name: string;
  path: string;
  expiresAt: string;
}
export function ResetLink({ name, path, expiresAt, onClose }: OneTimeLink & { onClose: () => void }) {
  const t = useT();
  const language = useLanguage();
  return (
    <Dialog
      open
      question
      title={t("staff.linkTitle", { name })}
      description={t("staff.linkText", { name, until: formatMoment(expiresAt, language) })}
      width={560}
      actions={
        <Button tone="main" onClick={onClose}>
          {t("staff.linkDone")}
        </Button>
      }
    >
      <CopyText text={new URL(path, location.origin).href} label={t("shell.copy")} />
    </Dialog>
  );
}
