/**
 * The ways to a human: WhatsApp, Telegram, live chat, as the operator has set them up. Shared by the login, the frame
 * and the screens; knows none of them. What is behind a press (sheet, consent, chat) is fetched with it.
 */
import { Suspense, lazy, useState } from "react";
import { settings } from "../api/index.ts";
import { loadTexts, useT } from "../i18n/index.ts";
import { Button } from "../ui/index.ts";
import { hasSupport } from "./SupportLinks.tsx";
import { ChatIcon } from "./icons.tsx";

export { SupportLinks, hasSupport } from "./SupportLinks.tsx";

const SupportSheet = lazy(() => loadTexts("support").then(() => import("./SupportSheet.tsx")));

/** Opens the live chat. The player has agreed to it before. @throws Error where it is off or does not come */
export async function openLiveChat(): Promise<void> {
  const { openChat } = await import("./liveChat.ts");
  await openChat(settings().liveChat);
}

/** A button that opens a sheet with every line; nothing where none is set up. */
export function SupportButton({ className }: { className?: string }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  if (!hasSupport()) return null;
  return (
    <>
      <Button
        icon={<ChatIcon />}
        className={className ?? ""}
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        {t("shell.support")}
      </Button>
      {wanted ? (
        <Suspense>
          <SupportSheet open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
