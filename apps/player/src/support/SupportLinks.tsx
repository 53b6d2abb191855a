/** The support links, and the button of the live chat. */
import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { telegramLink, whatsappLink } from "@reelcast/contract";
import { ChatIcon, cx } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { useT } from "../i18n/index.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import { TelegramIcon, WhatsappIcon } from "./icons.ts";
import { hasChat, hasSupport } from "./ways.ts";

const ChatConsent = lazyPart(() => import("./ChatConsent.tsx"), "support");

/** One way in a list of them. */
export const ROW =
  "flex min-h-11 items-center gap-3 rounded-md px-3 py-2 text-[.9375rem] font-medium text-gold hover:bg-lifted text-start";

function Line({ href, icon, children }: { href: string; icon: ReactNode; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={ROW}>
      {icon}
      {children}
    </a>
  );
}

/** All of them as links, and the live chat as a button; nothing if none is set up. */
export function SupportLinks({ className }: { className?: string }) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const { support } = useSettings();
  const whatsapp = whatsappLink(support.whatsapp);
  const telegram = telegramLink(support.telegram);
  if (!hasSupport()) return null;
  return (
    <div className={cx("flex flex-wrap gap-1", className)}>
      {whatsapp === null ? null : (
        <Line href={whatsapp} icon={<WhatsappIcon />}>
          {t("shell.supportWhatsapp")}
        </Line>
      )}
      {telegram === null ? null : (
        <Line href={telegram} icon={<TelegramIcon />}>
          {t("shell.supportTelegram")}
        </Line>
      )}
      {hasChat() ? (
        <button type="button" className={ROW} onClick={() => setAsking(true)}>
          <ChatIcon />
          {t("shell.supportChat")}
        </button>
      ) : null}
      {asking ? (
        <Suspense>
          <ChatConsent onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
