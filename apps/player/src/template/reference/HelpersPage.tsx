/** The project's own helper classes and tokens from its style sheets, each with an example. */
import type { ReactNode } from "react";
import baseCss from "@reelcast/ui/styles/base.css?raw";
import tokensCss from "@reelcast/ui/styles/tokens.css?raw";
import variantsCss from "@reelcast/ui/styles/variants.css?raw";
import { useLanguage, useT } from "../../i18n/index.ts";
import { contrastOn, rgbaOf } from "../../shell/theme/contrast.ts";
import { Code, PageHead, Section, useComputed } from "./parts.tsx";
import { tokensOf, tokensOfKind, utilitiesOf, variantsOf } from "./stylesheet.ts";
import type { Rule, Token } from "./stylesheet.ts";

const UTILITIES = utilitiesOf(baseCss);
const VARIANTS = variantsOf(variantsCss);
const TOKENS = tokensOf(tokensCss);
const COLOURS = tokensOfKind(TOKENS, "color");
const RADII = tokensOfKind(TOKENS, "radius");
const SHADOWS = tokensOfKind(TOKENS, "shadow");
const OTHERS = TOKENS.filter((token) => ![COLOURS, RADII, SHADOWS].some((kind) => kind.includes(token)));

/** A part of the page that scrolls horizontally, also by the keyboard. */
function Scrolling({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it horizontally
    <section tabIndex={0} aria-label={label} className={className}>
      {children}
    </section>
  );
}

/** Utilities and variants at work. One that is not here yet is shown by its code alone. */
function Demo({ name }: { name: string }) {
  const t = useT();
  switch (name) {
    case "figures":
      return (
        <ul dir="ltr" className="figures text-2xl leading-8">
          <li>1.111,11</li>
          <li>8.888,88</li>
        </ul>
      );
    case "scroll-row":
      return (
        <Scrolling label={t("reference.rowLabel")} className="scroll-row flex gap-2 rounded-md">
          {Array.from({ length: 16 }, (_, at) => (
            <span key={at} className="grid size-11 shrink-0 place-items-center rounded-md bg-lifted">
              {at + 1}
            </span>
          ))}
        </Scrolling>
      );
    case "hit":
      return (
        <div className="grid h-16 w-16 place-items-center">
          <span className="hit size-5 rounded-full bg-gold after:rounded-sm after:outline-1 after:outline-info after:outline-dashed" />
        </div>
      );
    case "across":
      return (
        <p>
          <span className="across:hidden">{t("reference.acrossOff")}</span>
          <span className="hidden across:inline">{t("reference.acrossOn")}</span>
        </p>
      );
    default:
      return null;
  }
}

function Helper({ name, css, prefix }: Rule & { prefix: string }) {
  const t = useT();
  return (
    <li className="flex min-w-0 flex-col overflow-hidden rounded-xl border border-line bg-raised">
      <h3 dir="ltr" className="px-4 pt-3 text-start font-mono font-semibold text-gold">
        {name + prefix}
      </h3>
      <div className="grow p-4">
        <Demo name={name} />
      </div>
      <Scrolling
        label={t("reference.codeOf", { name })}
        className="overflow-x-auto border-t border-line bg-sunken -outline-offset-2"
      >
        <pre dir="ltr" className="w-max min-w-full p-4 font-mono text-[13px] leading-5">
          {css}
        </pre>
      </Scrolling>
    </li>
  );
}

/** Its present value, and the computed colours of itself and of the surface; each in a line. */
function coloursOf(swatch: HTMLElement): string {
  const style = getComputedStyle(swatch);
  return [style.getPropertyValue(swatch.dataset["token"] ?? ""), style.backgroundColor, style.outlineColor].join("\n");
}

function Colour({ name }: Token) {
  const t = useT();
  const language = useLanguage();
  const { ref, value = "" } = useComputed(coloursOf);
  const [present = "", colour = "", ground = ""] = value.split("\n");
  const [above, below] = [rgbaOf(colour), rgbaOf(ground)];
  const ratio = above && below ? contrastOn(below, above) : null;
  const worded = (number: number) =>
    new Intl.NumberFormat(`${language}-u-nu-latn`, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
      number,
    );
  return (
    <li className="flex items-center gap-3 rounded-lg border border-line bg-surface p-3">
      <div className="size-12 shrink-0 rounded-md border border-edge">
        <div
          ref={ref}
          data-token={name}
          // The outline is not drawn: it gives the computed colour of the surface.
          style={{ backgroundColor: `var(${name})`, outlineColor: "var(--color-surface)" }}
          className="size-full rounded-[9px]"
        />
      </div>
      <div className="min-w-0">
        <Code>{name.slice("--color-".length)}</Code>
        <p className="text-muted">
          <Code>{present.trim() || "–"}</Code>
        </p>
        <p className="text-sm text-muted">{ratio === null ? "–" : t("reference.contrast", { ratio: worded(ratio) })}</p>
      </div>
    </li>
  );
}

function Shape({ token: { name, value }, children }: { token: Token; children: ReactNode }) {
  return (
    <li className="flex min-w-0 flex-col gap-3">
      {children}
      <div className="min-w-0">
        <Code>{name}</Code>
        <p className="text-muted">
          <Code>{value}</Code>
        </p>
      </div>
    </li>
  );
}

export default function HelpersPage() {
  const t = useT();
  return (
    <div className="mx-auto flex max-w-[1240px] flex-col gap-8">
      <PageHead title={t("reference.helpers")} about={t("reference.helpersAbout")} />
      <Section title={t("reference.utilities")} about={t("reference.utilitiesAbout")}>
        <ul className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
          {UTILITIES.map((rule) => (
            <Helper key={rule.name} {...rule} prefix="" />
          ))}
        </ul>
      </Section>
      <Section title={t("reference.variants")} about={t("reference.variantsAbout")}>
        <ul className="grid gap-4 md:grid-cols-2">
          {VARIANTS.map((rule) => (
            <Helper key={rule.name} {...rule} prefix=":" />
          ))}
        </ul>
      </Section>
      <Section title={t("reference.colours")} about={t("reference.coloursAbout")}>
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
          {COLOURS.map((token) => (
            <Colour key={token.name} {...token} />
          ))}
        </ul>
      </Section>
      <Section title={t("reference.radii")}>
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          {RADII.map((token) => (
            <Shape key={token.name} token={token}>
              <div style={{ borderRadius: `var(${token.name})` }} className="h-20 border-2 border-gold bg-raised" />
            </Shape>
          ))}
        </ul>
      </Section>
      <Section title={t("reference.shadows")}>
        <ul className="grid gap-8 sm:grid-cols-2">
          {SHADOWS.map((token) => (
            <Shape key={token.name} token={token}>
              <div style={{ boxShadow: `var(${token.name})` }} className="h-24 rounded-lg bg-raised" />
            </Shape>
          ))}
        </ul>
      </Section>
      <Section title={t("reference.others")}>
        <dl className="rounded-xl border border-line bg-raised">
          {OTHERS.map(({ name, value }) => (
            <div
              key={name}
              className="grid gap-x-6 border-t border-line/60 px-4 py-2.5 first:border-t-0 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
            >
              <dt>
                <Code>{name}</Code>
              </dt>
              <dd className="text-muted">
                <Code>{value}</Code>
              </dd>
            </div>
          ))}
        </dl>
      </Section>
    </div>
  );
}
