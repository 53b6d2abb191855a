/** The contract for people and programs: OpenAPI made of the contract's schemas, and a page to browse it. */
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { allCalls, ErrorAnswer } from "@reelcast/contract";
import type { Call, CallShape } from "@reelcast/contract";
import { CONSOLE_CALLS } from "@reelcast/contract/console";
import type { ConsoleCall } from "@reelcast/contract/console";
import type { FastifyPluginAsync } from "fastify";
import type { ZodMiniType } from "zod/mini";
import * as z from "zod/mini";
import { API_BASE, pathOf } from "./route.ts";
import { PLAYER_WHEP, refused, STAFF_WHEP } from "./whepDocs.ts";
import type { Json } from "./whepDocs.ts";

const UI = "/api/docs";

function schemaOf(schema: ZodMiniType, io: "input" | "output"): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
  }) as Json;
  return json;
}
function parameters(call: CallShape): Json[] {
  const of = (schema: ZodMiniType | undefined, place: "path" | "query") => {
    const json = schema ? schemaOf(schema, "input") : {};
    const properties = (json["properties"] ?? {}) as Record<string, Json>;
    const required = Array.isArray(json["required"]) ? json["required"] : [];
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === "path" || required.includes(name),
      schema: property,
    }));
  };
  return [...of(call.params, "path"), ...of(call.query, "query")];
}
function success(call: CallShape): Json {
  if (call.answer)
    return { 200: { description: "OK", content: { "application/json": { schema: schemaOf(call.answer, "output") } } } };
  if (call.file !== undefined)
    return { 200: { description: "OK", content: { [call.file]: { schema: { type: "string" } } } } };
  return { 204: { description: "Done" } };
}
/** @param security how the caller is known; null: not at all */
function operation(name: string, call: CallShape, security: string | null): Json {
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.tag],
    parameters: parameters(call),
    ...(security === null ? {} : { security: [{ [security]: [] }] }),
    ...(call.body
      ? { requestBody: { content: { "application/json": { schema: schemaOf(call.body, "input") } } } }
      : {}),
    responses: {
      ...success(call),
      default: refused("Refused"),
    },
  };
}
/** One call, as a description of it needs it. */
interface Described {
  call: CallShape;
  path: string;
  methods: Readonly<Record<string, string>>;
  /** Name of the scheme by which the caller is known. */
  security: string | null;
}
function documentOf(
  about: { title: string; version: string; description: string },
  parts: {
    calls: readonly Described[];
    securitySchemes: Json;
    /** What is no call of the contract. */
    others?: Record<string, Json>;
  },
): Json {
  const paths: Record<string, Json> = { ...parts.others };
  for (const { call, path: address, methods, security } of parts.calls) {
    const path = address.replace(/:(\w+)/g, "{$1}");
    for (const [method, name] of Object.entries(methods))
      paths[path] = { ...paths[path], [method]: operation(name, call, security) };
  }
  return {
    openapi: "3.1.0",
    info: about,
    paths,
    components: { schemas: { Error: schemaOf(ErrorAnswer, "output") }, securitySchemes: parts.securitySchemes },
  };
}
/** A description is made once: the contract never changes while the process runs. */
function madeOnce(make: (version: string) => Json): (version: string) => Json {
  const made = new Map<string, Json>();
  return (version) => {
    const document = made.get(version) ?? make(version);
    made.set(version, document);
    return document;
  };
}
const ABOUT = "Money is whole minor units; times are ISO 8601 in UTC.";
const SCHEMES: Record<Call["auth"], string | null> = { player: "token", operator: "operatorKey", none: null };

export const openApi = madeOnce((version) =>
  documentOf(
    { title: "Reelcast", version, description: ABOUT },
    {
      calls: Object.entries(allCalls()).map(([name, call]) => ({
        call,
        path: pathOf(call),
        methods: { [call.method.toLowerCase()]: name, ...(call.alsoPost ? { post: `${name}Post` } : {}) },
        security: SCHEMES[call.auth],
      })),
      securitySchemes: {
        token: { type: "http", scheme: "bearer" },
        operatorKey: { type: "http", scheme: "bearer", description: "Of an operator's own server: `house key add`" },
      },
      others: PLAYER_WHEP,
    },
  ),
);

/** Of the console: each call says which permission it needs. */
export const consoleOpenApi = madeOnce((version) =>
  documentOf(
    { title: "Reelcast console", version, description: ABOUT },
    {
      calls: Object.entries<ConsoleCall>(CONSOLE_CALLS).map(([name, call]) => ({
        call: call.permission === null ? call : { ...call, summary: `${call.summary} (needs ${call.permission})` },
        path: `${API_BASE}${call.path}`,
        methods: { [call.method.toLowerCase()]: name },
        security: call.auth === "staff" ? "staff" : null,
      })),
      securitySchemes: {
        staff: { type: "http", scheme: "bearer", description: "Of a member of the staff, who has signed in" },
      },
      others: STAFF_WHEP,
    },
  ),
);

export function docsRoutes(document: object): FastifyPluginAsync {
  return async (app) => {
    await app.register(swagger, { mode: "static", specification: { document: document as never } });
    await app.register(swaggerUi, { routePrefix: UI, staticCSP: false, uiConfig: { docExpansion: "list" } });
    // This page has inline styles; the player's app has none.
    app.addHook("onSend", async (request, reply, payload) => {
      if (request.routeOptions.url?.startsWith(UI) === true) {
        void reply.header(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'",
        );
      }
      return payload;
    });
    app.get("/api/openapi.json", async (_, reply) => reply.header("Cache-Control", "no-cache").send(document));
  };
}
