/** The field for a message. Enter sends and Shift+Enter begins a line; on a touch screen only the button sends. */
import { useId } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { MAX_MESSAGE } from "@reelcast/contract";
import { IconButton, SendIcon, cx } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { messageText } from "./outbox.ts";

/** The number of characters left is shown from here on. */
const COUNTED = 200;

export interface ComposerProps {
  name: string;
  text: string;
  onText: (text: string) => void;
  /** Called with text that is not empty. */
  onSend: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
}

export function Composer({ name, text, onText, onSend, field }: ComposerProps) {
  const t = useT();
  const id = useId();
  const left = MAX_MESSAGE - text.length;
  const counted = left <= COUNTED;
  const send = () => {
    const message = messageText(text);
    if (message === "") return;
    onText("");
    onSend(message);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // In an input method, Enter finishes the word.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    if (matchMedia("(pointer: coarse)").matches) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="shrink-0 border-t border-line p-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
        field.current?.focus();
      }}
    >
      <div className="flex items-end gap-1">
        <textarea
          ref={field}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
          rows={1}
          maxLength={MAX_MESSAGE}
          dir="auto"
          enterKeyHint="enter"
          aria-label={t("chat.messageTo", { name })}
          aria-describedby={counted ? id : undefined}
          placeholder={t("chat.placeholder")}
          className="field-sizing-content max-h-32 min-h-11 w-full min-w-0 resize-none overflow-y-auto rounded-md border border-edge bg-sunken px-3 py-2 text-base outline-none placeholder:text-muted focus:border-gold focus:ring-1 focus:ring-gold across:max-h-20"
        />
        <IconButton
          type="submit"
          label={t("chat.send")}
          disabled={messageText(text) === ""}
          className="not-data-disabled:text-gold"
        >
          <SendIcon className="rtl:-scale-x-100" />
        </IconButton>
      </div>
      <p
        id={id}
        className={cx("figures px-1 pt-1 text-xs", left === 0 ? "text-warning" : "text-muted")}
        hidden={!counted}
      >
        {t("chat.left", { count: left })}
      </p>
    </form>
  );
}
