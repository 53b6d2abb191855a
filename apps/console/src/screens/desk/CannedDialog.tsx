/** The canned answers: everybody of the desk reads them, who may change settings edits them; each change is a version. */
import { useState } from "react";
import type { Language } from "@reelcast/contract";
import { CannedAnswers, MAX_CANNED } from "@reelcast/contract/console";
import type { CannedAnswer, CannedVersion } from "@reelcast/contract/console";
import { Button, IconButton, CloseIcon, Field, Form, Message, PlusIcon, Select, Sheet, toast } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { useCall, useReload } from "../../api/queries.ts";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { useMay } from "../../session/me.ts";
import { useSend } from "../../session/useSend.ts";
import { Loaded } from "../../shell/Loaded.tsx";
import { Problem } from "../../shell/Problem.tsx";

const LANGUAGES: readonly Language[] = ["tr", "en", "ar"];
const EMPTY: CannedAnswer = { shortcut: "", texts: { tr: "", en: "", ar: "" } };

interface EditProps {
  answer: CannedAnswer;
  index: number;
  onChange: (answer: CannedAnswer) => void;
  onRemove: () => void;
}
function Edit({ answer, index, onChange, onRemove }: EditProps) {
  const t = useT();
  const { shortcut, texts } = answer;
  return (
    <li className="card flex flex-col gap-3 p-3">
      <div className="flex items-end gap-2">
        <div className="grow">
          <Field
            name={`shortcut ${index}`}
            label={t("desk.shortcut")}
            value={shortcut}
            onValueChange={(value) => onChange({ ...answer, shortcut: value })}
            maxLength={30}
            autoComplete="off"
            required
            messages={{ valueMissing: t("shell.required") }}
          />
        </div>
        <IconButton label={t("desk.remove", { name: shortcut })} onClick={onRemove}>
          <CloseIcon size={20} />
        </IconButton>
      </div>
      {LANGUAGES.map((language) => (
        <label key={language} className="flex flex-col gap-1.5">
          <span className="text-sm font-medium text-muted">{t(`desk.language_${language}`)}</span>
          <textarea
            dir={language === "ar" ? "rtl" : "ltr"}
            lang={language}
            rows={2}
            maxLength={2000}
            value={texts[language]}
            onChange={(event) => onChange({ ...answer, texts: { ...texts, [language]: event.target.value } })}
            className="w-full rounded-md border border-edge bg-sunken px-3 py-2 outline-none focus:border-gold focus:ring-1 focus:ring-gold"
          />
        </label>
      ))}
    </li>
  );
}

function Editor({ known, onDone }: { known: CannedVersion; onDone: () => void }) {
  const t = useT();
  const reload = useReload();
  const { busy, problem, send } = useSend();
  const [rows, setRows] = useState(() => known.answers.map((answer, key) => ({ key, answer })));
  const [next, setNext] = useState(known.answers.length);
  const answers = rows.map(({ answer }) => answer);
  const isValid = CannedAnswers.safeParse(answers).success;
  return (
    <Form
      className="flex flex-col gap-3"
      onFormSubmit={() =>
        void send(async () => {
          await call("changeCannedAnswers", { body: { seen: known.version, answers } });
          await reload("cannedAnswers", "cannedHistory");
          toast.success(t("desk.cannedSaved"));
          onDone();
        })
      }
    >
      <ul className="flex flex-col gap-3">
        {rows.map(({ key, answer }, index) => (
          <Edit
            key={key}
            index={index}
            answer={answer}
            onChange={(changed) => setRows(rows.map((row) => (row.key === key ? { key, answer: changed } : row)))}
            onRemove={() => setRows(rows.filter((row) => row.key !== key))}
          />
        ))}
      </ul>
      <Button
        icon={<PlusIcon size={18} />}
        disabled={rows.length >= MAX_CANNED}
        onClick={() => {
          setRows([...rows, { key: next, answer: EMPTY }]);
          setNext(next + 1);
        }}
        className="self-start"
      >
        {t("desk.addAnswer")}
      </Button>
      {isValid ? null : <p className="text-sm text-muted">{t("desk.cannedRule")}</p>}
      <Problem text={problem} />
      <div className="flex gap-2">
        <Button onClick={onDone}>{t("shell.cancel")}</Button>
        <Button type="submit" tone="main" busy={busy} disabled={!isValid}>
          {t("desk.saveAnswers")}
        </Button>
      </div>
    </Form>
  );
}

function Answers({ version, language }: { version: CannedVersion; language: Language }) {
  const t = useT();
  const { answers, at, by } = version;
  if (answers.length === 0) return <Message title={t("desk.cannedEmpty")} text={t("desk.cannedEmptyText")} />;
  return (
    <>
      {at === null ? null : (
        <p className="text-sm text-muted">
          {t("desk.cannedBy", { name: by ?? "", at: formatMoment(at, language), version: version.version })}
        </p>
      )}
      <ul className="flex flex-col gap-3">
        {answers.map(({ shortcut, texts }) => (
          <li key={shortcut} className="card flex flex-col gap-2 p-3">
            <h3 className="font-semibold">/{shortcut}</h3>
            {LANGUAGES.filter((one) => texts[one] !== "").map((one) => (
              <p key={one} lang={one} dir="auto" className="text-sm whitespace-pre-wrap">
                {texts[one]}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

export function CannedDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const language = useLanguage();
  const may = useMay();
  const [version, setVersion] = useState("");
  const [editing, setEditing] = useState(false);
  const shown = useCall("cannedAnswers", { query: version === "" ? {} : { version: Number(version) } });
  const versions = useCall("cannedHistory").data?.versions ?? [];
  return (
    <Sheet open onClose={onClose} side="end" title={t("desk.canned")} closeLabel={t("shell.close")} width={520}>
      <div className="flex flex-col gap-4 px-5 pt-1 pb-6">
        <Loaded query={shown} height="h-64">
          {(data) =>
            editing ? (
              <Editor known={data} onDone={() => setEditing(false)} />
            ) : (
              <>
                {versions.length > 1 ? (
                  <Select
                    label={t("desk.version")}
                    value={version}
                    onChange={setVersion}
                    options={versions.map((one, index) => ({
                      value: index === 0 ? "" : String(one.version),
                      text: `${one.version} · ${one.by} · ${formatMoment(one.at, language)}`,
                    }))}
                  />
                ) : null}
                <Answers version={data} language={language} />
                {version === "" && may("settings.change") ? (
                  <Button onClick={() => setEditing(true)} className="self-start">
                    {t("desk.editAnswers")}
                  </Button>
                ) : null}
              </>
            )
          }
        </Loaded>
      </div>
    </Sheet>
  );
}
