/**
 * The contract as plain data: the source of docs/contract.md and the app's handbook. It is not exported by the index,
 * because calls don't need it.
 */
import * as z from "zod/mini";
import { allCalls } from "./all.ts";
import type { Call, CallShape } from "./calls.ts";
import { CONSOLE_CALLS } from "./console/calls.ts";
import type { ConsoleCall } from "./console/call.ts";
import { CONSOLE_ERRORS, ConsoleErrorCode } from "./console/errors.ts";
import { CONSOLE_SOCKET } from "./console/socket.ts";
import { ERRORS, errorCodes, errorNames } from "./errors.ts";
import { DEFAULT_SETTINGS, Settings } from "./settings.ts";
import { INFO_ACTIONS } from "./gameSocket.ts";
import { CLOSE, SOCKET } from "./rpc.ts";
import { SOCKETS } from "./sockets.ts";

type Json = Record<string, unknown>;
const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** One value within a schema. */
export interface FieldDoc {
  /** Its path: `user.id`, `items[].name`; "" for the whole value. */
  path: string;
  /** In the notation of `shape`. */
  type: string;
  optional: boolean;
  /** Further constraints of the JSON Schema: `minLength 4`. */
  bounds: readonly string[];
}
export interface SchemaDoc {
  shape: string;
  fields: readonly FieldDoc[];
}
/** A call of any contract. */
interface CallShapeDoc {
  name: string;
  method: Call["method"];
  path: string;
  tag: string;
  summary: string;
  params?: SchemaDoc;
  query?: SchemaDoc;
  body?: SchemaDoc;
  answer?: SchemaDoc;
  file?: string;
  errors: readonly number[];
}
export interface CallDoc extends CallShapeDoc {
  root?: "site" | "api";
  auth: Call["auth"];
  alsoPost: boolean;
}
export interface ConsoleCallDoc extends CallShapeDoc, Pick<ConsoleCall, "auth" | "permission"> {
  /** A session of the wall may make it too. */
  wall: boolean;
}
export interface MessageDoc {
  method: string;
  /** request: from the client, and answered; notification: from the server. */
  kind: "request" | "notification";
  params: SchemaDoc;
  result?: SchemaDoc;
}
export interface SocketDoc {
  name: string;
  messages: readonly MessageDoc[];
}
export interface ContractDoc {
  calls: readonly CallDoc[];
  sockets: readonly SocketDoc[];
  consoleCalls: readonly ConsoleCallDoc[];
  consoleSocket: SocketDoc;
  close: readonly { name: string; code: number }[];
  limits: readonly { name: string; value: number }[];
  infoActions: readonly string[];
  errors: readonly ErrorDoc[];
  /** That only the staff meets. */
  consoleErrors: readonly ErrorDoc[];
}
export interface ErrorDoc {
  code: number;
  name: string;
  status: number;
  message: string;
}
export interface SettingDoc {
  key: string;
  shape: string;
  fields: readonly FieldDoc[];
  fallback: unknown;
}

/** A JSON schema on one line: {id, name?, items: [{…}]}. */
function shape(schema: unknown, depth = 0): string {
  if (!isJson(schema)) return "any";
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value)).join(" | ");
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
  const options = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(options)) return options.map((option) => shape(option, depth)).join(" | ");
  if (Array.isArray(schema["type"])) return schema["type"].join(" | ");
  switch (schema["type"]) {
    case "object": {
      const properties = schema["properties"];
      if (!isJson(properties)) return "{[key]: " + shape(schema["additionalProperties"], depth + 1) + "}";
      const required = Array.isArray(schema["required"]) ? schema["required"] : [];
      const entries = Object.entries(properties).map(([key, value]) => {
        const inner = shape(value, depth + 1);
        const plain = ["string", "integer", "number", "boolean", "any"].includes(inner);
        return `${key}${required.includes(key) ? "" : "?"}${plain ? "" : `: ${inner}`}`;
      });
      return `{${entries.join(", ")}}`;
    }
    case "array":
      return `[${shape(schema["items"], depth + 1)}]`;
    default:
      return typeof schema["type"] === "string" ? schema["type"] : "any";
  }
}

const BOUNDS = [
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minItems",
  "maxItems",
  "format",
];
/** The default bounds of whole numbers are left out. */
const boundsOf = (schema: Json): string[] =>
  BOUNDS.filter((name) => schema[name] !== undefined && Math.abs(Number(schema[name])) !== Number.MAX_SAFE_INTEGER).map(
    (name) => `${name} ${String(schema[name])}`,
  );

/** One row for each value of a JSON schema, containers before their content. */
function fields(schema: unknown, path = "", optional = false): FieldDoc[] {
  if (!isJson(schema)) return [{ path, type: "any", optional, bounds: [] }];
  const bounds = boundsOf(schema);
  const properties = schema["properties"];
  if (isJson(properties)) {
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    const own = path === "" ? [] : [{ path, type: "object", optional, bounds }];
    return [
      ...own,
      ...Object.entries(properties).flatMap(([key, value]) =>
        fields(value, path === "" ? key : `${path}.${key}`, !required.includes(key)),
      ),
    ];
  }
  const options = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(options)) {
    const [first, ...others] = options.filter((option) => isJson(option) && option["type"] !== "null");
    // A nullable schema: the rows of the schema that is not null.
    if (isJson(first) && others.length === 0 && options.length === 2) {
      const [own, ...inner] = fields(first, path === "" ? "*" : path, optional);
      if (own) return [{ ...own, path, type: `${own.type} | null` }, ...inner];
    }
  }
  const items = schema["items"];
  if (schema["type"] === "array" && isJson(items) && isJson(items["properties"]))
    return [{ path, type: "array", optional, bounds }, ...fields(items, `${path}[]`).slice(path === "" ? 0 : 1)];
  return [{ path, type: shape(schema), optional, bounds }];
}

function schemaDoc(schema: z.ZodMiniType, io: "input" | "output" = "input"): SchemaDoc {
  const json = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return { shape: shape(json), fields: fields(json) };
}

function shapeDoc(name: string, call: CallShape): CallShapeDoc {
  return {
    name,
    method: call.method,
    path: call.path,
    tag: call.tag,
    summary: call.summary,
    ...(call.params && { params: schemaDoc(call.params) }),
    ...(call.query && { query: schemaDoc(call.query) }),
    ...(call.body && { body: schemaDoc(call.body) }),
    ...(call.answer && { answer: schemaDoc(call.answer, "output") }),
    ...(call.file !== undefined && { file: call.file }),
    errors: call.errors ?? [],
  };
}
const callDoc = (name: string, call: Call): CallDoc => ({
  ...shapeDoc(name, call),
  ...(call.root && { root: call.root }),
  auth: call.auth,
  alsoPost: call.alsoPost ?? false,
});
const consoleCallDoc = (name: string, call: ConsoleCall): ConsoleCallDoc => ({
  ...shapeDoc(name, call),
  auth: call.auth,
  permission: call.permission,
  wall: call.wall ?? false,
});

interface DescribedSocket {
  requests: Readonly<Record<string, { params: z.ZodMiniType; result: z.ZodMiniType }>>;
  notifications: Readonly<Record<string, z.ZodMiniType>>;
}
const socketDoc = (name: string, { requests, notifications }: DescribedSocket): SocketDoc => ({
  name,
  messages: [
    ...Object.entries(requests).map(([method, { params, result }]) => ({
      method,
      kind: "request" as const,
      params: schemaDoc(params),
      result: schemaDoc(result, "output"),
    })),
    ...Object.entries(notifications).map(([method, schema]) => ({
      method,
      kind: "notification" as const,
      params: schemaDoc(schema, "output"),
    })),
  ],
});

export function describeContract(): ContractDoc {
  const names = errorNames();
  return {
    calls: Object.entries(allCalls()).map(([name, call]) => callDoc(name, call)),
    sockets: Object.entries(SOCKETS).map(([name, socket]) => socketDoc(name, socket)),
    consoleCalls: Object.entries<ConsoleCall>(CONSOLE_CALLS).map(([name, call]) => consoleCallDoc(name, call)),
    consoleSocket: socketDoc(CONSOLE_SOCKET.name, CONSOLE_SOCKET),
    close: Object.entries(CLOSE).map(([name, code]) => ({ name, code })),
    limits: Object.entries(SOCKET).flatMap(([name, value]) => (typeof value === "number" ? [{ name, value }] : [])),
    infoActions: INFO_ACTIONS,
    errors: errorCodes()
      .toSorted((a, b) => a - b)
      .map((code) => ({ code, name: names[code], ...ERRORS[code] })),
    consoleErrors: Object.entries(ConsoleErrorCode).map(([name, code]) => {
      const { status, message } = CONSOLE_ERRORS[code];
      return { code, name, status, message };
    }),
  };
}

export function describeSettings(): SettingDoc[] {
  const { properties = {} } = z.toJSONSchema(Settings, { io: "output", unrepresentable: "any" });
  return Object.entries(DEFAULT_SETTINGS).map(([key, fallback]) => ({
    key,
    shape: shape(properties[key]),
    fields: fields(properties[key]),
    fallback,
  }));
}
