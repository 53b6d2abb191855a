/** Where an answer is written: Enter sends it, Shift Enter begins a line, "/" looks for a canned answer. */
import { useId, useState } from "react";
import type { KeyboardEvent, RefObject } from "react";
import type { Language } from "@reelcast/contract";
import { MAX_MESSAGE, isVisible } from "@reelcast/contract";
import type { CannedAnswer } from "@reelcast/contract/console";
import { searchFold } from "@reelcast/contract/fold";
import { IconButton, SendIcon, cx } from "@reelcast/ui";
import { useCall } from "../../api/queries.ts";
import { useLanguage, useT } from "../../i18n/index.ts";
import { draftOf, useDraft } from "./drafts.ts";

const SHOWN = 8;

/** The answer in this language, or in one that it has. */
export const textIn = ({ texts }: CannedAnswer, language: Language): string =>
  texts[language] || texts.tr || texts.en || texts.ar;

/** Those whose shortcut begins with what is typed come first, then those with it in their text. */
export function matchingAnswers(answers: readonly CannedAnswer[], typed: string, language: Language): CannedAnswer[] {
  const wanted = searchFold(typed.trim());
  const begins = answers.filter(({ shortcut }) => searchFold(shortcut).startsWith(wanted));
  const has = answers.filter((one) => !begins.includes(one) && searchFold(textIn(one, language)).includes(wanted));
  return [...begins, ...has].slice(0, SHOWN);
}

interface FoundProps {
  id: string;
  found: readonly CannedAnswer[];
  marked: CannedAnswer | undefined;
  onChoose: (answer: CannedAnswer) => void;
}
function Found({ id, found, marked, onChoose }: FoundProps) {
  const t = useT();
  const language = useLanguage();
  return (
    <div className="absolute inset-x-3 bottom-full mb-1 max-h-72 overflow-y-auto rounded-md border border-edge bg-raised shadow-lg">
      {found.length === 0 ? (
        <p className="p-3 text-sm text-muted">{t("desk.cannedNone")}</p>
      ) : (
        <div id={`${id}-list`} role="listbox" tabIndex={-1} aria-label={t("desk.canned")}>
          {found.map((answer, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
            <div
              key={answer.shortcut}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={answer === marked}
              onClick={() => onChoose(answer)}
              className={cx("cursor-pointer px-3 py-2", answer === marked && "bg-lifted")}
            >
              <span className="text-sm font-semibold">/{answer.shortcut}</span>
              <span dir="auto" className="line-clamp-2 block text-sm text-muted">
                {textIn(answer, language)}
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

interface ComposerProps {
  player: number;
  username: string;
  field: RefObject<HTMLTextAreaElement | null>;
  onTyping: () => void;
  onSend: (text: string) => void;
  onLeave: () => void;
}

export function Composer({ player, username, field, onTyping, onSend, onLeave }: ComposerProps) {
  const t = useT();
  const id = useId();
  const language = useLanguage();
  const { text } = useDraft(player);
  const setText = (next: string) => draftOf.write(player, next);
  const [at, setAt] = useState(0);
  const canned = useCall("cannedAnswers", { query: {} });
  const typed = text.startsWith("/") && !text.includes("\n") ? text.slice(1) : null;
  const found = typed === null ? [] : matchingAnswers(canned.data?.answers ?? [], typed, language);
  const marked = found[Math.min(at, found.length - 1)];

  function choose(answer: CannedAnswer): void {
    setText(textIn(answer, language));
    setAt(0);
    field.current?.focus();
  }
  function send(): void {
    const wanted = text.trim();
    if (!isVisible(wanted) || wanted.length > MAX_MESSAGE) return;
    onSend(wanted);
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (marked && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      setAt((found.indexOf(marked) + (event.key === "ArrowDown" ? 1 : found.length - 1)) % found.length);
    } else if (marked && (event.key === "Enter" || event.key === "Tab")) {
      event.preventDefault();
      choose(marked);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === "Escape") {
      // The search goes first, then the chat.
      if (typed === null) onLeave();
      else setText("");
    }
  }
  return (
    <div className="relative border-t border-line p-3">
      {typed === null ? null : <Found id={id} found={found} marked={marked} onChoose={choose} />}
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          dir="auto"
          rows={Math.min(6, Math.max(2, text.split("\n").length))}
          value={text}
          maxLength={MAX_MESSAGE}
          aria-controls={found.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={marked ? `${id}-${found.indexOf(marked)}` : undefined}
          aria-autocomplete="list"
          aria-label={t("desk.answerTo", { name: username })}
          placeholder={t("desk.placeholder")}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
            onTyping();
          }}
          onKeyDown={onKeyDown}
          className="min-h-11 w-full resize-none rounded-md border border-edge bg-sunken px-3 py-2 outline-none placeholder:text-muted focus:border-gold focus:ring-1 focus:ring-gold"
        />
        <IconButton label={t("desk.send")} disabled={text.trim() === ""} onClick={send}>
          <SendIcon size={20} className="rtl:-scale-x-100" />
        </IconButton>
      </div>
    </div>
  );
}
