/** The design system: every component with a live example, its code, and its props. */
import data from "virtual:handbook/components";
import { useState } from "react";
import { useT } from "../../i18n/index.ts";
import { Chapter, PartSection } from "./Chapter.tsx";
import { Code, CodeBlock, English } from "./Code.tsx";
import { Row, Rows } from "./Rows.tsx";
import type { ComponentDoc } from "./data.ts";
import { EXAMPLES } from "./examples/index.ts";
import { matches } from "./search.ts";

/** One part shows all icons. */
const ICONS: ComponentDoc = { name: "Icons", file: "icons.ts", about: "", props: [], takesToo: ["IconProps"] };
const COMPONENTS = [...data.components, ICONS];
const FUNCTIONS = "functions";

function Props({ props, takesToo }: ComponentDoc) {
  const t = useT();
  if (props.length === 0 && takesToo.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1.5 text-sm font-medium text-muted">{t("handbook.props")}</h3>
      {props.length === 0 ? null : (
        <Rows>
          {props.map(({ name, type, optional, fallback, about }) => (
            <Row key={name} name={name} note={optional ? undefined : t("handbook.required")}>
              <Code>{type}</Code>
              {fallback === undefined ? null : (
                <span className="ms-3 text-muted">
                  {t("handbook.default")} <Code>{fallback}</Code>
                </span>
              )}
              {about === "" ? null : (
                <p className="text-muted">
                  <English>{about}</English>
                </p>
              )}
            </Row>
          ))}
        </Rows>
      )}
      {takesToo.map((type) => (
        <p key={type} className="mt-2 text-sm text-muted">
          {t("handbook.takesToo")} <Code>{type}</Code>
        </p>
      ))}
    </div>
  );
}

function Component(component: ComponentDoc) {
  const t = useT();
  const { name, about } = component;
  const example = EXAMPLES.get(name);
  return (
    <PartSection id={name} title={<Code>{name}</Code>}>
      {about === "" ? null : (
        <p>
          <English>{about}</English>
        </p>
      )}
      {example ? (
        <div>
          <section
            aria-label={t("handbook.exampleOf", { name })}
            className="rounded-t-lg border border-line bg-surface p-5"
          >
            <example.Example />
          </section>
          <CodeBlock code={example.code} name={name} />
        </div>
      ) : null}
      <Props {...component} />
    </PartSection>
  );
}

export default function ComponentsChapter() {
  const t = useT();
  const [wanted, setWanted] = useState("");
  const components = COMPONENTS.filter(({ name, about, props }) =>
    matches(wanted, name, about, ...props.map((prop) => prop.name), ...(name === ICONS.name ? data.icons : [])),
  );
  const functions = data.functions.filter(({ name, about }) => matches(wanted, name, about));
  return (
    <Chapter
      chapter="components"
      wanted={wanted}
      onWanted={setWanted}
      parts={[
        ...components.map(({ name }) => ({ id: name, name, code: true })),
        ...(functions.length === 0 ? [] : [{ id: FUNCTIONS, name: t("handbook.functions"), code: false }]),
      ]}
    >
      {components.map((component) => (
        <Component key={component.name} {...component} />
      ))}
      {functions.length === 0 ? null : (
        <PartSection id={FUNCTIONS} title={t("handbook.functions")}>
          <Rows>
            {functions.map(({ name, signature, about }) => (
              <Row key={name} name={name}>
                <Code>{signature}</Code>
                <p className="text-muted">
                  <English>{about}</English>
                </p>
              </Row>
            ))}
          </Rows>
        </PartSection>
      )}
    </Chapter>
  );
}
