/** All ways to reach a person: the operator's lines, the live chat, and the house's own desk. */
import { ChatIcon, Dialog } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { ROW, SupportLinks } from "./SupportLinks.tsx";

export interface SupportDialogProps {
  open: boolean;
  onClose: () => void;
  onDesk: (() => void) | undefined;
}

export default function SupportDialog({ open, onClose, onDesk }: SupportDialogProps) {
  const t = useT();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={t("shell.close")}
      title={t("shell.support")}
      description={t("support.lead")}
    >
      <div className="-mx-3 flex flex-col gap-1">
        <SupportLinks className="flex-col" />
        {onDesk === undefined ? null : (
          <button
            type="button"
            className={ROW}
            onClick={() => {
              onClose();
              onDesk();
            }}
          >
            <ChatIcon />
            {t("support.desk")}
          </button>
        )}
      </div>
      <p className="text-sm text-muted">{t("support.neverTell")}</p>
    </Dialog>
  );
}
