/** Notes of the house about a player. They are only added. */
import { useState } from "react";
import { MAX_NOTE, NOTES_A_PAGE } from "@reelcast/contract/console";
import { Button, Field, Form } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { useReload } from "../../api/queries.ts";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { OlderButton } from "../../records/OlderButton.tsx";
import { useOlder } from "../../records/useOlder.ts";
import { useMay } from "../../session/me.ts";
import { useSend } from "../../session/useSend.ts";
import { Loaded } from "../../shell/Loaded.tsx";
import { Section } from "../../shell/Page.tsx";
import { Problem } from "../../shell/Problem.tsx";

function NewNote({ playerId }: { playerId: number }) {
  const t = useT();
  const reload = useReload();
  const { busy, problem, send } = useSend();
  const [text, setText] = useState("");
  return (
    <Form
      onFormSubmit={() =>
        void send(async () => {
          await call("notePlayer", { params: { id: playerId }, body: { text: text.trim() } });
          setText("");
          await reload("playerNotes");
        })
      }
      className="flex flex-col gap-3"
    >
      <Field
        name="text"
        label={t("records.newNote")}
        value={text}
        onValueChange={setText}
        maxLength={MAX_NOTE}
        autoComplete="off"
      />
      <Problem text={problem} />
      <Button type="submit" busy={busy} disabled={text.trim() === ""} className="self-start">
        {t("records.addNote")}
      </Button>
    </Form>
  );
}

export function Notes({ playerId }: { playerId: number }) {
  const t = useT();
  const may = useMay();
  const language = useLanguage();
  const notes = useOlder({
    name: "playerNotes",
    id: playerId,
    read: (query, signal) => call("playerNotes", { params: { id: playerId }, query }, { signal }),
    nextOf: ({ items }) => (items.length < NOTES_A_PAGE ? null : (items.at(-1)?.id ?? null)),
  });
  return (
    <Section title={t("records.tab_notes")} text={t("records.notesText")}>
      {may("player.note") ? <NewNote playerId={playerId} /> : null}
      <Loaded query={notes} height="h-40">
        {({ pages }) =>
          pages[0]?.items.length === 0 ? (
            <p className="text-sm text-muted">{t("records.noNotes")}</p>
          ) : (
            <ul className="flex flex-col divide-y divide-line/60">
              {pages
                .flatMap(({ items }) => items)
                .map(({ id, by, at, text }) => (
                  <li key={id} className="py-3">
                    <p className="text-sm text-muted">
                      <bdi>{by}</bdi> · {formatMoment(at, language)}
                    </p>
                    <p className="whitespace-pre-wrap wrap-anywhere">
                      <bdi>{text}</bdi>
                    </p>
                  </li>
                ))}
            </ul>
          )
        }
      </Loaded>
      <OlderButton query={notes} />
    </Section>
  );
}
