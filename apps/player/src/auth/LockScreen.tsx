/** The locked screen: nothing of the player shows until the PIN is given. */
import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useRef } from "react";
import { useT } from "../i18n/index.ts";
import { Button, LockIcon, LogoutIcon } from "../ui/index.ts";
import { PinEntry } from "./PinEntry.tsx";
import { logoutAndReload } from "./session.ts";

export default function LockScreen() {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);

  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-50 bg-surface" />
        <AlertDialog.Popup
          data-modal=""
          initialFocus={field}
          className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-6 outline-none"
        >
          <div className="flex w-full max-w-[360px] flex-col gap-4 rounded-xl border border-line bg-raised p-6 sm:p-8">
            <LockIcon size={40} className="mx-auto text-gold" />
            <AlertDialog.Title className="text-center text-2xl font-semibold tracking-wide">
              {t("lock.title")}
            </AlertDialog.Title>
            <AlertDialog.Description className="text-center text-muted">{t("lock.text")}</AlertDialog.Description>
            <PinEntry field={field} />
            <Button icon={<LogoutIcon className="rtl:-scale-x-100" />} onClick={() => void logoutAndReload()}>
              {t("lock.logout")}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
