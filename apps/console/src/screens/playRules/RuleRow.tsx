/** One rule: what it means, where it comes from, and its value within what the profile permits. */
import { Button, Field, Select, useWithoutCurrency } from "@reelcast/ui";
import { useLanguage, useT } from "../../i18n/index.ts";
import { CLAUSES } from "./clauses.ts";
import { isAmount, isNumber, isPermitted, parseRule, problemOf, typedRule } from "./draft.ts";
import type { Draft, NumberRule, Profiles, RuleName } from "./draft.ts";
import { useRuleWords } from "./words.ts";

export interface RuleRowProps {
  rule: RuleName;
  draft: Draft;
  profiles: Profiles;
  /** Undefined: as the profile says. */
  onChange: (typed: string | undefined) => void;
}

function NumberControl({ rule, draft, profiles, onChange }: RuleRowProps & { rule: NumberRule }) {
  const t = useT();
  const language = useLanguage();
  const words = useRuleWords();
  const withoutCurrency = useWithoutCurrency();
  const { profile, own } = draft;
  const least = profiles[profile][rule];
  const typed = own[rule] ?? typedRule(rule, least, language);
  const value = parseRule(rule, typed, language);
  const range = t(`playRules.range_${rule}`);
  return (
    <Field
      name={rule}
      label={t(`playRules.name_${rule}`)}
      value={typed}
      onValueChange={(text) => onChange(isAmount(rule) ? withoutCurrency(text) : text)}
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      required
      messages={{ valueMissing: t("shell.required") }}
      validate={() => {
        const problem = problemOf(draft, rule, language);
        if (problem === null) return null;
        return problem === "weaker" ? t("playRules.weaker", { least: words.value(rule, least) }) : range;
      }}
      hint={
        <>
          {range}
          {value === null ? null : <span className="figures block text-text">{words.value(rule, value)}</span>}
        </>
      }
    />
  );
}

function Control({ rule, draft, profiles, onChange }: RuleRowProps) {
  const t = useT();
  const words = useRuleWords();
  if (isNumber(rule)) return <NumberControl rule={rule} draft={draft} profiles={profiles} onChange={onChange} />;
  const { profile, own } = draft;
  const least = profiles[profile][rule];
  const permitted = [true, false].filter((value) => isPermitted(profile, rule, value));
  if (permitted.length === 1)
    return (
      <p className="text-sm">
        <span className="font-semibold">{words.value(rule, least)}</span>{" "}
        <span className="text-muted">{t("playRules.fixed")}</span>
      </p>
    );
  return (
    <Select
      label={t(`playRules.name_${rule}`)}
      value={own[rule] ?? String(least)}
      onChange={onChange}
      options={permitted.map((value) => ({ value: String(value), text: words.value(rule, value) }))}
    />
  );
}

/** The clauses of a rule; those whose own words were not read are marked. */
function Sources({ rule }: { rule: RuleName }) {
  const t = useT();
  return (
    <ul aria-label={t("playRules.sources")} className="flex flex-col items-start gap-1 text-sm">
      {CLAUSES[rule].map(({ name, read }) => (
        <li key={name} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
          <span>
            {t("playRules.source")} <bdi>{name}</bdi>
          </span>
          {read === "clause" ? null : (
            <span className="rounded-full bg-warning/12 px-2.5 py-0.5 font-medium text-warning">
              {t(read === "summary" ? "playRules.readSummary" : "playRules.readNot")}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

export function RuleRow(props: RuleRowProps) {
  const { rule, draft, profiles, onChange } = props;
  const t = useT();
  const language = useLanguage();
  const words = useRuleWords();
  const least = profiles[draft.profile][rule];
  const typed = draft.own[rule];
  const differs = typed !== undefined && parseRule(rule, typed, language) !== least;
  return (
    <li className="grid gap-x-8 gap-y-3 py-5 first:pt-0 last:pb-0 md:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="flex flex-col items-start gap-1">
        <h3 className="font-semibold">{t(`playRules.name_${rule}`)}</h3>
        <p className="max-w-xl text-sm">{t(`playRules.text_${rule}`)}</p>
        <Sources rule={rule} />
        {differs ? (
          <>
            <p className="mt-1 rounded-full bg-info/12 px-2.5 py-0.5 text-sm font-medium text-info">
              {t("playRules.own", { least: words.value(rule, least) })}
            </p>
            <Button tone="quiet" onClick={() => onChange(undefined)} className="-ms-4 text-sm">
              {t("playRules.asProfile", { rule: t(`playRules.name_${rule}`) })}
            </Button>
          </>
        ) : null}
      </div>
      <Control {...props} />
    </li>
  );
}
