/** The contract: every call, every socket message, and every error with the player's text. */
import data from "virtual:handbook/contract";
import type { CallDoc, SocketDoc } from "@reelcast/contract/describe";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useSettings } from "../../api/useSettings.ts";
import { errorText, useT } from "../../i18n/index.ts";
import { Chapter, PartSection } from "./Chapter.tsx";
import { Code, English } from "./Code.tsx";
import { Row, Rows, Schema } from "./Rows.tsx";
import { SAMPLES } from "./samples.ts";
import { matches } from "./search.ts";

const wording = (code: number) => errorText({ code, params: SAMPLES });
/** The address of a call on this server. */
function addressOf({ path, root }: CallDoc): string {
  const { apiBase } = useSettings();
  return (root === "site" ? "" : root === "api" ? apiBase.replace(/\/[^/]*$/, "") : apiBase) + path;
}
const searched = (call: CallDoc) => [call.name, call.method, addressOf(call), call.summary, call.errors.join(" ")];

function Call({ call }: { call: CallDoc }) {
  const t = useT();
  const { name, method, auth, alsoPost, summary, params, query, body, answer, file, errors } = call;
  return (
    <article
      id={`call-${name}`}
      aria-labelledby={`call-${name}-title`}
      className="flex flex-col gap-4 rounded-xl border border-line p-4 sm:p-5"
    >
      <header>
        <h3 id={`call-${name}-title`} tabIndex={-1} className="text-base font-semibold outline-none">
          <Code>{`${method} ${addressOf(call)}`}</Code>
        </h3>
        <p className="mt-1">
          <English>{summary}</English>
        </p>
        <p className="text-sm text-muted">
          {t(auth === "player" ? "handbook.authPlayer" : "handbook.authNone")}
          {alsoPost ? ` ${t("handbook.alsoPost")}` : null}
        </p>
      </header>
      {params ? <Schema title={t("handbook.inPath")} schema={params} /> : null}
      {query ? <Schema title={t("handbook.inQuery")} schema={query} /> : null}
      {body ? <Schema title={t("handbook.inBody")} schema={body} /> : null}
      {answer ? (
        <Schema title={t("handbook.answers")} schema={answer} />
      ) : (
        <p className="text-sm text-muted">
          {t(file === undefined ? "handbook.answersNothing" : "handbook.answersFile")}{" "}
          <Code>{file === undefined ? "204" : file}</Code>
        </p>
      )}
      {errors.length === 0 ? null : (
        <div>
          <h4 className="mb-1.5 text-sm font-medium text-muted">{t("handbook.ownErrors")}</h4>
          <ul className="flex flex-col">
            {errors.map((code) => (
              <li key={code} className="flex gap-3">
                <Link
                  to="."
                  hash={`error-${code}`}
                  className="inline-flex min-h-11 min-w-14 items-center text-gold underline underline-offset-4"
                >
                  <Code>{String(code)}</Code>
                </Link>
                <span className="py-2.5 text-[15px]">{wording(code)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </article>
  );
}

function Socket({ socket: { name, messages } }: { socket: SocketDoc }) {
  const house = useSettings();
  const t = useT();
  return (
    <PartSection id={`socket-${name}`} title={<Code>{`${house.socketBase}/${name}`}</Code>}>
      {messages.map(({ method, kind, params, result }) => (
        <article
          key={`${kind} ${method}`}
          aria-labelledby={`${name}-${kind}-${method}`}
          className="flex flex-col gap-4 rounded-xl border border-line p-4 sm:p-5"
        >
          <h3 id={`${name}-${kind}-${method}`} className="text-base font-semibold">
            <Code>{method}</Code>{" "}
            <span className="text-sm font-normal text-muted">
              {t(kind === "request" ? "handbook.fromClient" : "handbook.fromServer")}
            </span>
          </h3>
          <Schema title={t("handbook.messageParams")} schema={params} />
          {result ? <Schema title={t("handbook.answers")} schema={result} /> : null}
        </article>
      ))}
    </PartSection>
  );
}

type Data = typeof data;

function ConstantRows({ rows }: { rows: readonly { name: string; value: string }[] }) {
  return (
    <Rows>
      {rows.map(({ name, value }) => (
        <Row key={name} name={name}>
          <Code>{value}</Code>
        </Row>
      ))}
    </Rows>
  );
}

function Actions({ actions }: { actions: Data["infoActions"] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {actions.map((action) => (
        <li key={action} className="rounded-md border border-line bg-raised px-3 py-1.5 text-sm">
          <Code>{action}</Code>
        </li>
      ))}
    </ul>
  );
}

function Errors({ errors }: { errors: Data["errors"] }) {
  const t = useT();
  return (
    <>
      <p className="text-muted">{t("handbook.errorsLead")}</p>
      <div className="flex flex-col gap-3">
        {errors.map(({ code, name, status, message }) => (
          <article key={code} id={`error-${code}`} className="rounded-lg border border-line bg-raised px-4 py-3">
            <h3 tabIndex={-1} className="flex items-baseline gap-3 outline-none">
              <Code className="font-semibold">{String(code)}</Code>
              <Code className="text-sm">{name}</Code>
              <Code className="text-sm text-muted">{`HTTP ${status}`}</Code>
            </h3>
            <p>{wording(code)}</p>
            <p className="text-sm text-muted">
              <English>{message}</English>
            </p>
          </article>
        ))}
      </div>
    </>
  );
}

/** The parts that contain the searched text. */
function find(wanted: string): Data {
  return {
    ...data,
    calls: data.calls.filter((call) => matches(wanted, ...searched(call))),
    sockets: data.sockets.filter(({ name, messages }) =>
      matches(wanted, name, ...messages.map(({ method }) => method)),
    ),
    limits: data.limits.filter(({ name }) => matches(wanted, name)),
    close: data.close.filter(({ name, code }) => matches(wanted, name, String(code))),
    infoActions: data.infoActions.filter((action) => matches(wanted, action)),
    errors: data.errors.filter(({ code, name, message }) =>
      matches(wanted, String(code), name, message, wording(code)),
    ),
  };
}

export default function ContractChapter() {
  const t = useT();
  const [wanted, setWanted] = useState("");
  const found = find(wanted);
  const tags = [...new Set(found.calls.map(({ tag }) => tag))];
  const { socketBase } = useSettings();
  const limits = found.limits.map(({ name, value }) => ({ name, value: String(value) }));
  const close = found.close.map(({ name, code }) => ({ name: String(code), value: name }));
  const sections = [
    { id: "limits", name: t("handbook.limits"), count: limits.length, content: <ConstantRows rows={limits} /> },
    { id: "close", name: t("handbook.closeCodes"), count: close.length, content: <ConstantRows rows={close} /> },
    {
      id: "actions",
      name: t("handbook.infoActions"),
      count: found.infoActions.length,
      content: <Actions actions={found.infoActions} />,
    },
    { id: "errors", name: t("handbook.errors"), count: found.errors.length, content: <Errors errors={found.errors} /> },
  ].filter(({ count }) => count > 0);
  const parts = [
    ...tags.map((tag) => ({ id: `calls-${tag}`, name: tag, code: true })),
    ...found.sockets.map(({ name }) => ({ id: `socket-${name}`, name: `${socketBase}/${name}`, code: true })),
    ...sections.map(({ id, name }) => ({ id, name, code: false })),
  ];
  return (
    <Chapter chapter="contract" wanted={wanted} onWanted={setWanted} parts={parts}>
      {tags.map((tag) => (
        <PartSection key={tag} id={`calls-${tag}`} title={<Code>{tag}</Code>}>
          {found.calls
            .filter((call) => call.tag === tag)
            .map((call) => (
              <Call key={call.name} call={call} />
            ))}
        </PartSection>
      ))}
      {found.sockets.map((socket) => (
        <Socket key={socket.name} socket={socket} />
      ))}
      {sections.map(({ id, name, content }) => (
        <PartSection key={id} id={id} title={name}>
          {content}
        </PartSection>
      ))}
    </Chapter>
  );
}
