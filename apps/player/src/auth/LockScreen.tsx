/** The locked screen: the field for the PIN, and the logout. */
import { useEffect, useRef } from "react";
import { Button, LockIcon, LogoutIcon } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { LanguageSelect } from "../shell/LanguageSelect.tsx";
import { PinEntry } from "./PinEntry.tsx";
import { logoutAndReload } from "./loginState.ts";

export default function LockScreen() {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="flex w-full max-w-[360px] flex-col gap-4 rounded-xl border border-line bg-raised p-6 sm:p-8 across:max-w-[560px] across:gap-2 across:px-6 across:py-4">
      <LockIcon size={40} className="mx-auto text-gold across:hidden" />
      <h2 id="lock-title" className="text-center text-2xl font-semibold tracking-wide">
        {t("lock.title")}
      </h2>
      <p id="lock-text" className="text-center text-muted">
        {t("lock.text")}
      </p>
      <PinEntry field={field} />
      <Button icon={<LogoutIcon className="rtl:-scale-x-100" />} onClick={() => void logoutAndReload()}>
        {t("lock.logout")}
      </Button>
      <LanguageSelect />
    </div>
  );
}
