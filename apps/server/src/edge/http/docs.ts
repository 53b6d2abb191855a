/** The contract for people and programs: OpenAPI made of the contract's schemas, and a page to browse it. */
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { CALLS, ErrorAnswer } from "@reelcast/contract";
import type { Call } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import type { ZodMiniType } from "zod/mini";
import * as z from "zod/mini";
import { pathOf } from "./route.ts";

type Json = Record<string, unknown>;
const UI = "/api/docs";

function schemaOf(schema: ZodMiniType, io: "input" | "output"): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
  }) as Json;
  return json;
}
function parameters(call: Call): Json[] {
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
function operation(name: string, call: Call): Json {
  const failure = {
    description: "Refused",
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  };
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.tag],
    parameters: parameters(call),
    ...(call.auth === "player" ? { security: [{ token: [] }] } : {}),
    ...(call.body
      ? { requestBody: { content: { "application/json": { schema: schemaOf(call.body, "input") } } } }
      : {}),
    responses: {
      ...(call.answer
        ? { 200: { description: "OK", content: { "application/json": { schema: schemaOf(call.answer, "output") } } } }
        : { 204: { description: "Done" } }),
      default: failure,
    },
  };
}
const WHEP: Json = {
  "/api/v1/machine/{id}/whep": {
    post: {
      operationId: "whep",
      summary: "Live video of the machine at which the player sits (WHEP)",
      tags: ["video"],
      security: [{ token: [] }],
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      requestBody: { content: { "application/sdp": { schema: { type: "string" } } } },
      responses: {
        201: {
          description: "SDP answer; Location, ETag and Link headers",
          content: { "application/sdp": { schema: { type: "string" } } },
        },
        406: { description: "No video format in common" },
      },
    },
  },
};

export function openApi(version: string): Json {
  const paths: Record<string, Json> = { ...(WHEP as Record<string, Json>) };
  for (const [name, call] of Object.entries<Call>(CALLS)) {
    const path = pathOf(call).replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Reelcast", version, description: "Money is whole minor units; times are ISO 8601 in UTC." },
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorAnswer, "output") },
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  };
}

export function docsRoutes(version: string): FastifyPluginAsync {
  return async (app) => {
    const document = openApi(version);
    await app.register(swagger, { mode: "static", specification: { document: document as never } });
    await app.register(swaggerUi, { routePrefix: UI, staticCSP: false, uiConfig: { docExpansion: "list" } });
    // The page for engineers writes styles into itself; nothing of the player's app does.
    app.addHook("onSend", async (request, reply, payload) => {
      if (request.url.startsWith(UI)) {
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
