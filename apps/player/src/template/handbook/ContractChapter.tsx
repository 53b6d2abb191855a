/** The contract: every call, every message of the sockets, and every error in the player's own words. */
import data from "virtual:handbook/contract";
import type { CallDoc, SocketDoc } from "@reelcast/contract/describe";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { settings } from "../../api/index.ts";
import { errorText, useT } from "../../i18n/index.ts";
import { Chapter, PartSection } from "./Chapter.tsx";
import { Code, English } from "./Code.tsx";
import { Row, Rows, Schema } from "./Rows.tsx";
import { SAMPLES } from "./samples.ts";
import { matches } from "./search.ts";

const wording = (code: number) => errorText({ code, params: SAMPLES });
const MESSAGES = new Map(data.errors.map(({ code, message }) => [code, message]));
/** Where a call stands in this house. */
function addressOf({ path, root }: CallDoc): string {
  const { apiBase } = settings();
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
  const t = useT();
  return (
    <PartSection id={`socket-${name}`} title={<Code>{`${settings().socketBase}/${name}`}</Code>}>
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

export default function ContractChapter() {
  const t = useT();
  const [wanted, setWanted] = useState("");
  const groups = [
    ...Map.groupBy(
      data.calls.filter((call) => matches(wanted, ...searched(call))),
      ({ tag }) => tag,
    ),
  ];
  const sockets = data.sockets.filter(({ name, messages }) =>
    matches(wanted, name, ...messages.map(({ method }) => method)),
  );
  const limits = data.limits.filter(({ name }) => matches(wanted, name));
  const close = data.close.filter(({ name, code }) => matches(wanted, name, String(code)));
  const actions = data.infoActions.filter((action) => matches(wanted, action));
  const errors = data.errors.filter(({ code, name, message }) =>
    matches(wanted, String(code), name, message, wording(code)),
  );
  const parts = [
    ...groups.map(([tag]) => ({ id: `calls-${tag}`, name: tag, code: true })),
    ...sockets.map(({ name }) => ({ id: `socket-${name}`, name: `${settings().socketBase}/${name}`, code: true })),
    ...(limits.length === 0 ? [] : [{ id: "limits", name: t("handbook.limits"), code: false }]),
    ...(close.length === 0 ? [] : [{ id: "close", name: t("handbook.closeCodes"), code: false }]),
    ...(actions.length === 0 ? [] : [{ id: "actions", name: t("handbook.infoActions"), code: false }]),
    ...(errors.length === 0 ? [] : [{ id: "errors", name: t("handbook.errors"), code: false }]),
  ];
  return (
    <Chapter chapter="contract" wanted={wanted} onWanted={setWanted} parts={parts}>
      {groups.map(([tag, calls]) => (
        <PartSection key={tag} id={`calls-${tag}`} title={<Code>{tag}</Code>}>
          {calls.map((call) => (
            <Call key={call.name} call={call} />
          ))}
        </PartSection>
      ))}
      {sockets.map((socket) => (
        <Socket key={socket.name} socket={socket} />
      ))}
      {limits.length === 0 ? null : (
        <PartSection id="limits" title={t("handbook.limits")}>
          <Rows>
            {limits.map(({ name, value }) => (
              <Row key={name} name={name}>
                <Code>{String(value)}</Code>
              </Row>
            ))}
          </Rows>
        </PartSection>
      )}
      {close.length === 0 ? null : (
        <PartSection id="close" title={t("handbook.closeCodes")}>
          <Rows>
            {close.map(({ name, code }) => (
              <Row key={name} name={String(code)}>
                <Code>{name}</Code>
              </Row>
            ))}
          </Rows>
        </PartSection>
      )}
      {actions.length === 0 ? null : (
        <PartSection id="actions" title={t("handbook.infoActions")}>
          <ul className="flex flex-wrap gap-2">
            {actions.map((action) => (
              <li key={action} className="rounded-md border border-line bg-raised px-3 py-1.5 text-sm">
                <Code>{action}</Code>
              </li>
            ))}
          </ul>
        </PartSection>
      )}
      {errors.length === 0 ? null : (
        <PartSection id="errors" title={t("handbook.errors")}>
          <p className="text-muted">{t("handbook.errorsLead")}</p>
          <div className="flex flex-col gap-3">
            {errors.map(({ code, name, status }) => (
              <article key={code} id={`error-${code}`} className="rounded-lg border border-line bg-raised px-4 py-3">
                <h3 tabIndex={-1} className="flex items-baseline gap-3 outline-none">
                  <Code className="font-semibold">{String(code)}</Code>
                  <Code className="text-sm">{name}</Code>
                  <Code className="text-sm text-muted">{`HTTP ${status}`}</Code>
                </h3>
                <p>{wording(code)}</p>
                <p className="text-sm text-muted">
                  <English>{MESSAGES.get(code) ?? ""}</English>
                </p>
              </article>
            ))}
          </div>
        </PartSection>
      )}
    </Chapter>
  );
}
