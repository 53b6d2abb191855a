/** Typography: the scale, the weights, figures and the three scripts, with the computed styles. */
import { Money, cx } from "@reelcast/ui";
import { useLanguage, useT } from "../../i18n/index.ts";
import type { TextKey } from "../../i18n/index.ts";
import { Code, PageHead, Section, useComputed } from "./parts.tsx";

const SIZES = ["text-xs", "text-sm", "text-[15px]", "text-base", "text-lg", "text-xl", "text-2xl", "text-3xl"];
const WEIGHTS = ["font-normal", "font-medium", "font-semibold", "font-bold"];
const SCRIPTS: readonly { language: string; direction: "ltr" | "rtl"; name: TextKey; text: TextKey }[] = [
  { language: "tr", direction: "ltr", name: "reference.turkish", text: "reference.sampleTr" },
  { language: "en", direction: "ltr", name: "reference.english", text: "reference.sampleEn" },
  { language: "ar", direction: "rtl", name: "reference.arabic", text: "reference.sampleAr" },
];
/** Minor units. Both have the same width in tabular figures. */
const AMOUNTS = [1_111_111, 8_888_888, 12_345, -50, 100_000_000];

const rounded = (pixels: string) => `${Math.round(Number.parseFloat(pixels) * 10) / 10}px`;
function sizeOf(element: HTMLElement): string {
  const { fontSize, lineHeight, fontWeight } = getComputedStyle(element);
  return `${rounded(fontSize)} / ${Number.isNaN(Number.parseFloat(lineHeight)) ? lineHeight : rounded(lineHeight)} · ${fontWeight}`;
}

const CARD = "rounded-xl border border-line bg-raised";

/** A line in a class, with its computed style. */
function Specimen({ name, text }: { name: string; text: string }) {
  const { ref, value } = useComputed(sizeOf);
  return (
    <li className="grid items-baseline gap-x-6 gap-y-1 border-t border-line/60 px-4 py-3 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div ref={ref} className={name}>
        {text}
      </div>
      <p className="flex flex-wrap gap-x-3 text-muted">
        <Code>{name}</Code>
        <Code>{value ?? "–"}</Code>
      </p>
    </li>
  );
}

function Script({ language, direction, name, text }: (typeof SCRIPTS)[number]) {
  const t = useT();
  const { ref, value } = useComputed(sizeOf);
  return (
    <li className={cx(CARD, "flex flex-col gap-2 p-4")}>
      <h3 className="text-sm font-medium text-gold">{t(name)}</h3>
      <div ref={ref} lang={language} dir={direction} className="text-xl leading-9">
        {t(text)}
      </div>
      <p className="text-muted">
        <Code>{value ?? "–"}</Code>
      </p>
    </li>
  );
}

function Figures({ title, tabular }: { title: string; tabular: boolean }) {
  return (
    <div className={cx(CARD, "p-4")}>
      <h3 className="text-sm font-medium text-muted">{title}</h3>
      <ul dir="ltr" className={cx("mt-2 text-2xl", tabular ? "figures" : "proportional-nums")}>
        {["1111111", "8888888", "1718191"].map((figures) => (
          <li key={figures}>
            <span data-figures>{figures}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export default function TypographyPage() {
  const t = useT();
  const language = useLanguage();
  return (
    <div key={language} className="mx-auto flex max-w-[1040px] flex-col gap-8">
      <PageHead title={t("reference.typography")} about={t("reference.typographyAbout")} />
      <Section title={t("reference.scale")} about={t("reference.scaleAbout")}>
        <ul className={CARD}>
          {SIZES.map((name) => (
            <Specimen key={name} name={name} text={t("reference.line")} />
          ))}
        </ul>
      </Section>
      <Section title={t("reference.weights")} about={t("reference.weightsAbout")}>
        <ul className={CARD}>
          {WEIGHTS.map((name) => (
            <Specimen key={name} name={name} text={t("reference.line")} />
          ))}
        </ul>
      </Section>
      <Section title={t("reference.scripts")} about={t("reference.scriptsAbout")}>
        <ul className="grid gap-4 lg:grid-cols-3">
          {SCRIPTS.map((script) => (
            <Script key={script.language} {...script} />
          ))}
        </ul>
      </Section>
      <Section title={t("reference.figures")} about={t("reference.figuresAbout")}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Figures title={t("reference.tabular")} tabular />
          <Figures title={t("reference.proportional")} tabular={false} />
        </div>
      </Section>
      <Section title={t("reference.money")} about={t("reference.moneyAbout")}>
        <ul className={cx(CARD, "flex flex-col p-4 text-end")}>
          {AMOUNTS.map((minor) => (
            <li
              key={minor}
              className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-line/60 py-2 first:border-0"
            >
              <Code>{String(minor)}</Code>
              <Money minor={minor} className="text-xl font-semibold" />
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
