/** The filters above the rows. They stand in the address, so that a search can be kept and passed on. */
import { useId, useState } from "react";
import { AUDIT_VIAS } from "@reelcast/contract/console";
import { Button, SearchField, Select } from "@reelcast/ui";
import { useCall } from "../../api/queries.ts";
import { useT } from "../../i18n/index.ts";
import { NO_FILTER } from "./filter.ts";
import type { Filter } from "./filter.ts";

const INPUT =
  "h-11 w-full rounded-md border border-edge bg-sunken px-3 outline-none placeholder:text-muted focus:border-gold focus:ring-1 focus:ring-gold";

interface WordProps {
  label: string;
  value: string;
  words?: readonly string[];
  placeholder?: string;
  type?: "text" | "datetime-local";
  onChange: (value: string) => void;
}
/** Counts when it is left or confirmed by Enter; chosen from the list at once. */
function Word({ label, value, words = [], placeholder, type = "text", onChange }: WordProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const done = () => {
    if (typed !== null && typed !== value) onChange(typed.trim());
    setTyped(null);
  };
  return (
    <div className="min-w-0">
      <label className="flex flex-col gap-1.5">
        <span className="text-sm font-medium text-muted">{label}</span>
        <input
          type={type}
          value={typed ?? value}
          list={words.length > 0 ? id : undefined}
          placeholder={placeholder}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => {
            if (words.includes(target.value)) {
              setTyped(null);
              onChange(target.value);
            } else setTyped(target.value);
          }}
          onBlur={done}
          onKeyDown={({ key }) => {
            if (key === "Enter") done();
          }}
          className={INPUT}
        />
      </label>
      {words.length > 0 ? (
        <datalist id={id}>
          {words.map((word) => (
            <option key={word} value={word}>
              {word}
            </option>
          ))}
        </datalist>
      ) : null}
    </div>
  );
}

export interface FiltersProps {
  filter: Filter;
  text: string;
  onText: (text: string) => void;
  onChange: (filter: Filter) => void;
}
export function Filters({ filter, text, onText, onChange }: FiltersProps) {
  const t = useT();
  const { data: words } = useCall("auditWords");
  const set = (name: keyof Filter) => (value: string) => onChange({ ...filter, [name]: value });
  const isEmpty = Object.values(filter).every((value) => value === "");
  return (
    <section aria-label={t("audit.filters")} className="flex flex-col gap-3">
      <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-[1fr_1.2fr_1.2fr_1fr_1fr_1fr]">
        <Word label={t("audit.by")} value={filter.by} words={words?.by ?? []} onChange={set("by")} />
        <Word label={t("audit.act")} value={filter.act} words={words?.acts ?? []} onChange={set("act")} />
        <Word
          label={t("audit.target")}
          value={filter.target}
          placeholder={t("audit.targetHint")}
          onChange={set("target")}
        />
        <Select
          label={t("audit.via")}
          value={filter.via}
          onChange={set("via")}
          options={[
            { value: "", text: t("audit.via_any") },
            ...AUDIT_VIAS.map((via) => ({ value: via, text: t(`audit.via_${via}`) })),
          ]}
        />
        <Word label={t("audit.from")} type="datetime-local" value={filter.from} onChange={set("from")} />
        <Word label={t("audit.to")} type="datetime-local" value={filter.to} onChange={set("to")} />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <SearchField
          label={t("audit.find")}
          clearLabel={t("shell.clear")}
          value={text}
          onChange={onText}
          maxLength={200}
          className="w-full max-w-96"
        />
        {isEmpty ? null : (
          <Button
            tone="quiet"
            onClick={() => {
              onText("");
              onChange(NO_FILTER);
            }}
          >
            {t("audit.clear")}
          </Button>
        )}
      </div>
    </section>
  );
}
