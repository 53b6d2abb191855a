/**
 * Generates pages of docs/ from the contract, so that they match the code. `--check` writes nothing and fails where a
 * page is out of date.
 */
import { readFile, writeFile } from "node:fs/promises";
import { describeContract, describeSettings } from "@reelcast/contract/describe";
import type { CallDoc, ConsoleCallDoc, ErrorDoc, SchemaDoc, SocketDoc } from "@reelcast/contract/describe";
import {
  ConsoleErrorCode,
  PERMISSIONS,
  ROLES,
  ROLE_PERMISSIONS,
  SECOND_FACTOR_PERMISSIONS,
} from "@reelcast/contract/console";
import { DEFAULT_SETTINGS, END_REASONS, ErrorCode, INFO_MESSAGES, InfoCode, SOCKET } from "@reelcast/contract";
import { variableTable } from "../apps/server/src/config.ts";
import { METRICS } from "../apps/server/src/metrics/definitions.ts";
import { SERVER_SETTINGS } from "../apps/server/src/settings/effects.ts";

const contract = describeContract();
const nameOf = new Map([...contract.errors, ...contract.consoleErrors].map(({ code, name }) => [code, name]));
/** Within a cell of a table. */
const cell = (shape: string) => shape.replaceAll("|", "\\|");
const shapeOf = (schema: SchemaDoc | undefined): string => (schema ? cell(schema.shape) : "");

const WHO = { player: "token", operator: "operator's key", none: "anybody" } as const;

function callsPage<C extends CallDoc | ConsoleCallDoc>(described: readonly C[], whoOf: (call: C) => string): string {
  const groups = Map.groupBy(described, (call) => call.tag);
  const sections = [...groups].map(([tag, calls]) => {
    const rows = calls.map((call) => {
      const input = [shapeOf(call.params), shapeOf(call.query), shapeOf(call.body)].filter(Boolean).join(" ");
      const errors = call.errors.map((code) => `${code} ${nameOf.get(code)}`).join(", ");
      return `| \`${call.method} ${call.path}\` | ${call.summary} | ${whoOf(call)} | ${input || "–"} | ${shapeOf(call.answer) || call.file || "–"} | ${errors || "–"} |`;
    });
    return [
      `### ${tag}`,
      "",
      "| call | what it does | who | takes | answers | own errors |",
      "| --- | --- | --- | --- | --- | --- |",
      ...rows,
      "",
    ].join("\n");
  });
  return sections.join("\n");
}
function consoleWho({ auth, permission, wall }: ConsoleCallDoc): string {
  if (auth === "none") return "anybody";
  const who = permission === null ? "every member" : `\`${permission}\``;
  return wall ? `${who}; also a session of the wall` : who;
}

function socketsPage(sockets: readonly SocketDoc[]): string {
  return sockets
    .map(({ name, messages }) => {
      const rows = messages.map(({ method, kind, params, result }) =>
        kind === "request"
          ? `| → \`${method}\` | ${shapeOf(params)} | ${shapeOf(result)} |`
          : `| ← \`${method}\` | ${shapeOf(params)} | – |`,
      );
      return [`### \`/ws/${name}\``, "", "| message | params | answer |", "| --- | --- | --- |", ...rows, ""].join(
        "\n",
      );
    })
    .join("\n");
}

const errorsTable = (errors: readonly ErrorDoc[]) =>
  [
    "| code | name | HTTP | text |",
    "| --- | --- | --- | --- |",
    ...errors.map(({ code, name, status, message }) => `| ${code} | ${name} | ${status} | ${message} |`),
  ].join("\n");

const infoCodesTable = () =>
  [
    "| code | name | text |",
    "| --- | --- | --- |",
    ...Object.entries(InfoCode).map(([name, code]) => `| ${code} | ${name} | ${INFO_MESSAGES[code]} |`),
  ].join("\n");

/** Which roles have which permissions. */
function rolesPage(): string {
  const rows = PERMISSIONS.map((permission) => {
    const cells = ROLES.map((role) => (ROLE_PERMISSIONS[role].includes(permission) ? "yes" : "–"));
    const factor = SECOND_FACTOR_PERMISSIONS.includes(permission) ? "yes" : "–";
    return `| \`${permission}\` | ${[...cells, factor].join(" | ")} |`;
  });
  return [
    `| permission | ${ROLES.join(" | ")} | second factor |`,
    `| --- |${" --- |".repeat(ROLES.length + 1)}`,
    ...rows,
  ].join("\n");
}

function consolePage(): string {
  return `## The console

The calls of the staff are on the console's own port, under \`/api/v1\`, with \`Authorization: Bearer <token>\` of a session; a token in a
cookie or in an address is not accepted. Each call needs the permission that is named here; a session has the permissions of
the member's roles. Those that need a second factor count only in a session that began with one (or set one up); without it they are
refused with ${ConsoleErrorCode.SecondFactorRequired}, and without the permission with ${ErrorCode.NotPermitted}.

${rolesPage()}

${callsPage(contract.consoleCalls, consoleWho)}
A machine's live picture needs \`machine.watch\`: \`POST /machines/{id}/whep\` with an SDP offer, as players' video (above) and without a
seat. Each watching is in the audit log and ends with its session; \`PATCH\` and \`DELETE\` are for the session that began it.

The socket takes a single-use ticket: \`/ws/console?ticket=…\`. Limits, heartbeat and close codes are those of the players' sockets.

${socketsPage([contract.consoleSocket])}`;
}

function page(): string {
  return `<!-- Generated by \`npm run docs\` from packages/contract. Edit the schemas, not this page. -->

# The contract

REST under \`apiBase\` (default \`/api/v1\`), JSON, \`Authorization: Bearer <token>\` once logged in; an operator's own server
sends an operator's key (\`house key add\`) in its place. Sockets under
\`socketBase\` (default \`/ws\`), JSON-RPC 2.0 text frames, a token or a single-use ticket in the query string. Video by
WHEP. Money is whole minor units; times are ISO 8601 in UTC. An optional part is marked \`?\`.

A refused call answers \`{ErrorMessage, code, Params}\`. Besides the errors of its own, any call may answer ${ErrorCode.InvalidRequest}
(invalid), ${ErrorCode.AddressNotPermitted} (the address may not play), ${ErrorCode.TokenInvalid} (token), ${ErrorCode.TooManyRequests} (too many requests, with Retry-After), ${ErrorCode.InternalError} and ${ErrorCode.ServiceUnavailable}
(503 with Retry-After: not ready, or the database is away; the client may send the request again, with the same id).
Amounts in \`Params\` are minor units, in \`ErrorMessage\` major ones.
${ErrorCode.TokenInvalid} has \`Params {reason}\`: "expired" if the token has expired, "invalid" for every other reason.

## Calls

${callsPage(contract.calls, ({ auth }) => WHO[auth])}
## Video

\`POST {apiBase}/machine/{id}/whep\` with an SDP offer (\`application/sdp\`) by the player who sits at the machine answers 201
with the SDP answer, \`Location\`, \`ETag\` and \`Link: <…>; rel="ice-server"\`. \`PATCH\` on the location takes trickled
candidates and ICE restarts (\`application/trickle-ice-sdpfrag\`, \`If-Match\`), \`DELETE\` ends it. The address in the answer
of the game socket's \`init\` names the connection that holds the seat. After another connection has taken the seat over, \`POST\`
to that address is refused
(${ErrorCode.SeatTakenOver}).

## Sockets

Limits: ${SOCKET.maxFrameBytes} bytes a frame from the client, ${SOCKET.requestsPerSecond} requests a second, \`init\` within ${SOCKET.initWithinMs} ms, a ping every ${SOCKET.pingEveryMs} ms,
dead after ${SOCKET.deadAfterMs} ms without a message. While a seat is held, the game socket sends \`heartbeat\` every ${SOCKET.heartbeatEveryMs} ms,
and the client answers with \`heartbeat\` without an id; after ${SOCKET.silentAfterMs} ms of silence a visible client counts the connection as
lost. To a client that has answered before and is silent itself, the server sends no more of them. Notifications within ${SOCKET.batchWindowMs} ms are sent as one batch. A ticket is valid for ${SOCKET.ticketTtlMs} ms.

A notification socket gets the statuses of all machines until it names brands or machines (\`shown\` of \`init\`, request
\`show\`). From then on it gets those of what it named last, with versions; the answer has the statuses of what it had not named
before, so that nothing is missed in between. \`show\` with \`{}\` names nothing again: the answer has the statuses of all
machines that were not named, and those of all are sent, without versions. A client that never names anything gets all.

Close codes: ${contract.close.map(({ name, code }) => `${code} ${name}`).join(", ")}.

Actions of \`info\`: ${contract.infoActions.join(", ")}.

Codes of \`info\` that announce no error, with their names in \`InfoCode\`. The notification has no text; the app shows this one in English:

${infoCodesTable()}

Reasons for which a session ends (\`params.reason\` of CLOSE_SESSION and of ${ErrorCode.SessionTerminated}): ${END_REASONS.join(", ")}. With
"checking", \`amount\` is the amount that is being checked; with every other one, the amount that was paid into the wallet.

${socketsPage(contract.sockets)}
${consolePage()}
## Settings.json

The operator's settings; they replace the app's defaults. Only known keys are used, and each is checked separately: an unknown
key, or one with a wrong type, is ignored with a message in the console.

| key | shape | default |
| --- | --- | --- |
${describeSettings()
  .map(({ key, shape, fallback }) => `| \`${key}\` | ${cell(shape)} | \`${JSON.stringify(fallback)}\` |`)
  .join("\n")}

## Errors

The names are those of \`ErrorCode\` in the code; messages contain only the numbers. The text is ICU MessageFormat. With the
parameters filled in it is \`ErrorMessage\`, and the app shows it in English.

${errorsTable(contract.errors)}

Only the staff meets these, in the console and on the command line:

${errorsTable(contract.consoleErrors)}
`;
}

/** The operator's handbook with its tables generated again. */
function handbook(present: string): string {
  const rows = variableTable().map(
    ({ name, fallback, about, effect }) =>
      `| \`${name}\` | ${fallback === "" ? "–" : `\`${fallback}\``} | ${about} | ${effect} |`,
  );
  const defaults: Record<string, unknown> = DEFAULT_SETTINGS;
  const settings = Object.entries(SERVER_SETTINGS).map(
    ([key, effect]) => `| \`${key}\` | \`${JSON.stringify(defaults[key])}\` | ${effect} |`,
  );
  const metrics = Object.values(METRICS).map(
    ({ name, kind, labels, help }) =>
      `| \`${name}\` | ${kind} | ${labels.map((label) => `\`${label}\``).join(", ") || "–"} | ${help} |`,
  );
  const tables: Record<string, string[]> = {
    variables: ["| variable | default | what it is | a change needs |", "| --- | --- | --- | --- |", ...rows],
    metrics: ["| metric | kind | labels | what it says |", "| --- | --- | --- | --- |", ...metrics],
    settings: ["| setting | default | a change holds |", "| --- | --- | --- |", ...settings],
  };
  return present.replace(
    /(<!-- (variables|metrics|settings):begin.*-->)[^]*?(<!-- \2:end -->)/g,
    (_, begin: string, name: string, end: string) => `${begin}\n\n${tables[name]?.join("\n")}\n\n${end}`,
  );
}

const PAGES: readonly [path: string, make: (present: string) => string][] = [
  ["../docs/contract.md", page],
  ["../docs/operating.md", handbook],
];
let outOfDate = false;
for (const [path, make] of PAGES) {
  const file = new URL(path, import.meta.url);
  const present = await readFile(file, "utf8").catch(() => "");
  const wanted = make(present);
  if (present === wanted) continue;
  if (process.argv.includes("--check")) {
    console.error(`${path.slice(3)} is out of date: run \`npm run docs\`.`);
    outOfDate = true;
  } else {
    await writeFile(file, wanted);
  }
}
process.exitCode = outOfDate ? 1 : 0;
