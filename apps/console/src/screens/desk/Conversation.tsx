/** One chat: its messages, who has it, who else looks at it, and where an answer is written. */
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ReactNode, RefObject } from "react";
import type { DeskDialog } from "@reelcast/contract/console";
import { Button, ChevronIcon, IconButton, InfoIcon, Message, Select, cx, toast } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { useCall, useReload } from "../../api/queries.ts";
import { errorText, formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { useMe } from "../../session/me.ts";
import { Loaded } from "../../shell/Loaded.tsx";
import { Composer } from "./Composer.tsx";
import { useOwnPresence, useSeen, useSending } from "./useDesk.ts";
import type { Presence, Sending } from "./useDesk.ts";
import type { PendingMessage } from "./drafts.ts";
import { useMessages } from "./useMessages.ts";

function Bubble({ byDesk, head, text, foot }: { byDesk: boolean; head: string; text: string; foot?: ReactNode }) {
  return (
    <li className={cx("flex max-w-[85%] flex-col gap-0.5", byDesk ? "self-end items-end" : "self-start items-start")}>
      <span className="text-xs text-muted">{head}</span>
      <p
        dir="auto"
        className={cx(
          "rounded-lg px-3 py-2 wrap-break-word whitespace-pre-wrap",
          byDesk ? "bg-gold/14 text-text" : "bg-lifted",
        )}
      >
        {text}
      </p>
      {foot}
    </li>
  );
}

function Pending({ message, sending }: { message: PendingMessage; sending: Sending }) {
  const t = useT();
  const { clientId, text, failed } = message;
  return (
    <Bubble
      byDesk
      head={t("desk.you")}
      text={text}
      foot={
        failed === null ? (
          <span className="text-xs text-muted">{t("desk.sending")}</span>
        ) : (
          <span role="alert" className="flex flex-wrap items-center justify-end gap-1 text-xs text-error">
            {t("desk.notSent")} {errorText(failed)}
            <Button tone="quiet" className="text-xs" onClick={() => sending.again(message)}>
              {t("shell.again")}
            </Button>
            <Button tone="quiet" className="text-xs" onClick={() => sending.drop(clientId)}>
              {t("desk.discard")}
            </Button>
          </span>
        )
      }
    />
  );
}

function Messages({ player, dialog, sending }: { player: number; dialog: DeskDialog; sending: Sending }) {
  const t = useT();
  const language = useLanguage();
  const { name: own } = useMe();
  const end = useRef<HTMLDivElement>(null);
  const { messages, readByPlayer } = dialog;
  const { shown, hasMore, busy, load } = useMessages(player, dialog);
  const last = messages.at(-1)?.id ?? 0;
  useLayoutEffect(() => {
    end.current?.scrollIntoView({ block: "end" });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each message moves the end
  }, [last, sending.pending.length]);
  const lastRead = shown.findLast(({ id, byDesk }) => byDesk && id <= readByPlayer)?.id;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <div className="min-h-0 grow overflow-y-auto p-4" tabIndex={0} role="log" aria-label={t("desk.messages")}>
      {hasMore ? (
        <Button tone="quiet" busy={busy} onClick={() => void load()} className="mb-3 w-full text-sm">
          {t("desk.earlier")}
        </Button>
      ) : null}
      {shown.length === 0 && sending.pending.length === 0 ? (
        <Message title={t("desk.noMessages")} text={t("desk.noMessagesText")} />
      ) : null}
      <ul className="flex flex-col gap-3">
        {shown.map(({ id, at, text, byDesk, by }) => (
          <Fragment key={id}>
            <Bubble
              byDesk={byDesk}
              text={text}
              head={`${byDesk ? (by === own ? t("desk.you") : (by ?? t("desk.desk"))) : dialog.player.username} · ${formatMoment(at, language)}`}
              foot={id === lastRead ? <span className="text-xs text-muted">{t("desk.read")}</span> : undefined}
            />
          </Fragment>
        ))}
        {sending.pending.map((message) => (
          <Pending key={message.clientId} message={message} sending={sending} />
        ))}
      </ul>
      <div ref={end} />
    </div>
  );
}

/** Who has the chat, and what can be done with it. */
function Owner({ player, dialog }: { player: number; dialog: DeskDialog }) {
  const t = useT();
  const reload = useReload();
  const { name } = useMe();
  const [busy, setBusy] = useState(false);
  const people = useCall("deskPeople").data?.names ?? [];
  const { assignedTo, state } = dialog;
  async function run(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(errorText(error));
    }
    await reload("deskDialog", "deskChats");
    setBusy(false);
  }
  const assign = (to: string | null) =>
    run(() => call("assignChat", { params: { id: player }, body: { to, seen: assignedTo } }));
  const options = [...new Set([...people, name, ...(assignedTo === null ? [] : [assignedTo])])];
  const last = dialog.messages.at(-1)?.id ?? 0;
  return (
    <div className="order-2 flex min-w-0 items-center gap-2 max-lg:w-full">
      {assignedTo === name ? null : (
        <Button busy={busy} onClick={() => void assign(name)}>
          {t(assignedTo === null ? "desk.take" : "desk.takeOver")}
        </Button>
      )}
      <Select
        label={<span className="sr-only">{t("desk.handOver")}</span>}
        value={assignedTo ?? ""}
        onChange={(to) => void assign(to === "" ? null : to)}
        options={[
          { value: "", text: t("desk.nobody") },
          ...options.map((one) => ({ value: one, text: one === name ? t("desk.mine") : one })),
        ]}
        inline
      />
      {state === "waiting" || state === "open" ? (
        <Button
          busy={busy}
          onClick={() => void run(() => call("closeChat", { params: { id: player }, body: { last } }))}
        >
          {t("desk.close")}
        </Button>
      ) : null}
    </div>
  );
}

function presenceText(t: ReturnType<typeof useT>, present: readonly Presence[]): string {
  const typing = present.filter((one) => one.typing).map(({ by }) => by);
  if (typing.length > 0) return t("desk.typing", { names: typing.join(", ") });
  return present.length > 0 ? t("desk.present", { names: present.map(({ by }) => by).join(", ") }) : "";
}

export interface ConversationProps {
  player: number;
  present: readonly Presence[];
  field: RefObject<HTMLTextAreaElement | null>;
  onBack: () => void;
  onContext: () => void;
}

export function Conversation({ player, present, field, onBack, onContext }: ConversationProps) {
  const t = useT();
  const dialog = useCall("deskDialog", { params: { id: player }, query: {} });
  const sending = useSending(player, dialog.data?.player.username ?? "", dialog.data?.messages ?? []);
  const { onTyping } = useOwnPresence(player);
  useSeen(player, dialog.data);
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) field.current?.focus();
    // Another chat is another component.
  }, [field]);
  const back = (
    <IconButton label={t("desk.back")} onClick={onBack} className="lg:hidden">
      <ChevronIcon size={20} className="rotate-180 rtl:rotate-0" />
    </IconButton>
  );
  return (
    <section aria-label={t("desk.chat")} className="flex h-full min-h-0 flex-col">
      {/* Where the list is not next to it, also a chat that does not come has a way back. */}
      {dialog.data === undefined ? <div className="p-3 lg:hidden">{back}</div> : null}
      <Loaded query={dialog} height="h-96">
        {(data) => (
          <>
            <header className="flex flex-wrap items-center gap-2 border-b border-line p-3">
              {back}
              <div className="min-w-0 grow">
                <h2 className="truncate font-semibold">{data.player.username}</h2>
                <p className="text-xs text-muted">
                  {data.closed === null ? t(`desk.now_${data.state}`) : t("desk.closedBy", { name: data.closed.by })}
                </p>
              </div>
              <IconButton label={t("desk.context")} onClick={onContext} className="order-1 xl:hidden lg:order-3">
                <InfoIcon size={20} />
              </IconButton>
              <Owner player={player} dialog={data} />
            </header>
            <Messages player={player} dialog={data} sending={sending} />
            <p aria-live="polite" className="min-h-5 px-4 text-xs text-muted">
              {presenceText(t, present)}
            </p>
            <Composer
              player={player}
              username={data.player.username}
              field={field}
              onTyping={onTyping}
              onSend={sending.send}
              onLeave={onBack}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}
