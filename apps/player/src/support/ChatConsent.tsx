/** Asks for consent before the live chat's script is loaded. Once a visit: afterwards the chat opens at once. */
import { useEffect, useRef, useState } from "react";
import { Button, Dialog, toast } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { useT } from "../i18n/index.ts";
import { openChat } from "./liveChat.ts";

/** Names of companies, the same in every language. */
const NAMES = { tawk: "tawk.to", livechat: "LiveChat" } as const;
let agreed = false;

export default function ChatConsent({ onClose }: { onClose: () => void }) {
  const house = useSettings();
  const t = useT();
  const [busy, setBusy] = useState(false);
  const begun = useRef(false);
  const provider = NAMES[house.liveChat.provider];

  async function open(): Promise<void> {
    if (begun.current) return;
    begun.current = true;
    setBusy(true);
    try {
      await openChat(house.liveChat);
      agreed = true;
    } catch {
      toast.error(t("support.chatFailed"), { id: "chat-failed" });
    } finally {
      onClose();
    }
  }
  useEffect(() => {
    if (agreed) void open();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it is asked for
  }, []);
  if (agreed) return null;
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={t("shell.close")}
      title={t("support.chatTitle")}
      description={t("support.chatConsent", { provider })}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t("support.chatNo")}
          </Button>
          <Button tone="main" busy={busy} onClick={() => void open()}>
            {t("support.chatYes")}
          </Button>
        </>
      }
    >
      <p className="text-sm text-muted">{t("support.neverTell")}</p>
    </Dialog>
  );
}
