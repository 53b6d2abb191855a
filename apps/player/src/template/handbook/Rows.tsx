/** A table of parts: name, type, description. */
import type { FieldDoc, SchemaDoc } from "@reelcast/contract/describe";
import type { ReactNode } from "react";
import { useT } from "../../i18n/index.ts";
import { Code } from "./Code.tsx";

/** `name` is code. */
export function Row({ name, note, children }: { name: string; note?: string | undefined; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-0.5 border-t border-line/60 px-4 py-2.5 first:border-t-0 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] print:break-inside-avoid">
      <dt>
        <Code className="font-semibold">{name}</Code>
        {note === undefined ? null : <span className="ms-2 text-sm text-muted">{note}</span>}
      </dt>
      <dd className="text-[15px]">{children}</dd>
    </div>
  );
}

export function Rows({ children }: { children: ReactNode }) {
  return <dl className="rounded-lg border border-line bg-raised">{children}</dl>;
}

/** A type and its description. */
export function Typed({ type, bounds }: { type: string; bounds: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      <Code>{type}</Code>
      {bounds.length === 0 ? null : <Code className="text-muted">{bounds.join(", ")}</Code>}
    </span>
  );
}

export function Fields({ fields }: { fields: readonly FieldDoc[] }) {
  const t = useT();
  return (
    <Rows>
      {fields.map(({ path, type, optional, bounds }) => (
        <Row key={path} name={path === "" ? "–" : path} note={optional ? t("handbook.optional") : undefined}>
          <Typed type={type} bounds={bounds} />
        </Row>
      ))}
    </Rows>
  );
}

/** A schema under a title; a schema without fields in one line. */
export function Schema({ title, schema }: { title: string; schema: SchemaDoc }) {
  const [only] = schema.fields;
  return (
    <div>
      <h4 className="mb-1.5 text-sm font-medium text-muted">{title}</h4>
      {only === undefined || (schema.fields.length === 1 && only.path === "") ? (
        <Code>{schema.shape}</Code>
      ) : (
        <Fields fields={schema.fields} />
      )}
    </div>
  );
}
