/** The operator's information, in the player's language if it is given in it. Plain text, never markup. */
import { Button, Dialog } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { useLanguage, useT } from "../i18n/index.ts";
import { infoText } from "./info.ts";

export default function InfoDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const language = useLanguage();
  const { infoDialog, language: first } = useSettings();
  if (infoDialog === null) return null;
  const { title, paragraphs } = infoText(infoDialog, first === "auto" ? [language] : [language, first]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width={560}
      title={title || t("shell.information")}
      closeLabel={t("shell.close")}
      actions={<Button onClick={onClose}>{t("shell.close")}</Button>}
    >
      <div className="flex flex-col gap-3 text-[.9375rem]">
        {paragraphs.map((paragraph) => (
          <p key={paragraph} dir="auto" className="whitespace-pre-line">
            {paragraph}
          </p>
        ))}
      </div>
    </Dialog>
  );
}
