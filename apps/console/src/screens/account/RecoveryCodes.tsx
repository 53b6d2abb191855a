/** Recovery codes, shown once: to be copied, printed or stored as a file. */
import { Button, CashOutIcon, Dialog, PrintIcon, saveFile } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { CopyButton } from "../../shell/CopyText.tsx";

const FILE = "reelcast-recovery-codes.txt";

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useT();
  const text = `${t("account.codesTitle")}\n${location.host}\n\n${codes.join("\n")}\n`;
  return (
    <Dialog
      open
      question
      title={t("account.codesTitle")}
      description={t("account.codesText")}
      width={480}
      actions={
        <Button tone="main" onClick={onClose}>
          {t("account.codesKept")}
        </Button>
      }
    >
      <ol
        dir="ltr"
        data-print-alone=""
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md border border-line bg-sunken p-4 font-mono text-sm select-text"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div data-print="no" className="flex flex-wrap gap-2">
        <CopyButton text={codes.join("\n")} label={t("shell.copy")} />
        <Button
          icon={<CashOutIcon size={18} />}
          onClick={() => saveFile(new Blob([text], { type: "text/plain;charset=utf-8" }), FILE)}
        >
          {t("account.download")}
        </Button>
        <Button icon={<PrintIcon size={18} />} onClick={() => print()}>
          {t("account.print")}
        </Button>
      </div>
    </Dialog>
  );
}
