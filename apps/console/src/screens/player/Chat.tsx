/** The player's chat with the support desk, to read. It is answered at the desk. */
import type { DeskDialog } from "@reelcast/contract/console";
import { useTopic } from "../../api/live.ts";
import { useCall, useReload } from "../../api/queries.ts";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { Badge } from "../../records/Facts.tsx";
import { RecordLink } from "../../records/links.tsx";
import { Loaded } from "../../shell/Loaded.tsx";
import { Section } from "../../shell/Page.tsx";

function Messages({ dialog: { player, messages } }: { dialog: DeskDialog }) {
  const t = useT();
  const language = useLanguage();
  if (messages.length === 0) return <p className="text-sm text-muted">{t("records.chatNone")}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached by the keyboard
    <div tabIndex={0} role="log" aria-label={t("records.tab_chat")} className="max-h-[60dvh] overflow-y-auto">
      <ul className="flex flex-col divide-y divide-line/60">
        {messages.toReversed().map(({ id, at, text, byDesk, by }) => (
          <li key={id} className="py-3">
            <p className="text-sm text-muted">
              <bdi className={byDesk ? undefined : "text-text"}>
                {byDesk ? (by ?? t("records.chatDesk")) : player.username}
              </bdi>
              {" · "}
              {formatMoment(at, language)}
            </p>
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function State({ dialog: { state, assignedTo } }: { dialog: DeskDialog }) {
  const t = useT();
  return (
    <p className="flex flex-wrap items-center gap-3 text-sm">
      <Badge tone={state === "waiting" ? "warn" : "plain"}>{t(`records.chat_${state}`)}</Badge>
      <span className="text-muted">
        {assignedTo === null ? t("records.chatFree") : t("records.chatWith", { name: assignedTo })}
      </span>
    </p>
  );
}

export function Chat({ playerId }: { playerId: number }) {
  const t = useT();
  const reload = useReload();
  const dialog = useCall("deskDialog", { params: { id: playerId }, query: {} });
  useTopic("chat", ({ playerId: changed }) => {
    if (changed === playerId) void reload("deskDialog");
  });
  return (
    <Section
      title={t("records.tab_chat")}
      text={t("records.chatText")}
      actions={
        <RecordLink to={`/desk/${playerId}`} permission="chat.answer" strong>
          {t("records.chatOpen")}
        </RecordLink>
      }
    >
      <Loaded query={dialog} height="h-64">
        {(found) => (
          <>
            <State dialog={found} />
            <Messages dialog={found} />
          </>
        )}
      </Loaded>
    </Section>
  );
}
