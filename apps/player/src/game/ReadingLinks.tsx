/** What can be read during a game: pages in new tabs, so that the seat stays here, and the chat at the screen's side. */
import type { ReactNode } from "react";
import { BookIcon, ChatIcon, HistoryIcon, OutsideIcon } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { showPanel } from "../shell/panels.ts";

const LINE = "flex min-h-11 items-center gap-3 rounded-md px-2 text-start text-[.9375rem] hover:bg-lifted";

function PageLink({ href, icon, children }: { href: string; icon: ReactNode; children: string }) {
  const t = useT();
  return (
    <a href={href} target="_blank" rel="noreferrer" className={LINE}>
      <span className="text-muted">{icon}</span>
      <span className="grow">{children}</span>
      <OutsideIcon size={16} className="text-muted" aria-hidden="true" />
      <span className="sr-only">{t("gameParts.newTab")}</span>
    </a>
  );
}

/** @param onChat before the chat opens */
export function ReadingLinks({ onChat }: { onChat: () => void }) {
  const t = useT();
  return (
    <nav aria-label={t("gameParts.reading")} className="flex flex-col border-t border-line pt-2">
      <PageLink href="/rules" icon={<BookIcon />}>
        {t("shell.rules")}
      </PageLink>
      <PageLink href="/slot-sessions" icon={<HistoryIcon />}>
        {t("shell.sessions")}
      </PageLink>
      <button
        type="button"
        onClick={() => {
          onChat();
          showPanel("chat");
        }}
        className={LINE}
      >
        <ChatIcon className="text-muted" />
        {t("gameParts.chat")}
      </button>
    </nav>
  );
}
