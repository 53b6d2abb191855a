/** Every way to a human in one sheet, with what never to tell anybody. */
import { useT } from "../i18n/index.ts";
import { Sheet } from "../ui/index.ts";
import { SupportLinks } from "./SupportLinks.tsx";

export default function SupportSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <Sheet open={open} onClose={onClose} side="bottom" title={t("support.title")} closeLabel={t("shell.close")}>
      <div className="flex flex-col gap-4 px-5 pt-2 pb-6">
        <p className="text-muted">{t("support.lead")}</p>
        <SupportLinks className="-mx-3 flex-col" />
        <p className="text-sm text-muted">{t("support.neverTell")}</p>
      </div>
    </Sheet>
  );
}
