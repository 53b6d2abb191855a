/** The contract as others read it: everything that can be asked is there, and each part of it is whole. */
import { allCalls } from "@reelcast/contract";
import { expect, it } from "vitest";
import { consoleOpenApi, openApi } from "./docs.ts";
import { pathOf } from "./route.ts";
import { openEdge } from "./testing/edge.ts";

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security?: unknown[];
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
}
const document = openApi("1.0.0") as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

it("every call of the contract is in OpenAPI, by every method that it answers to", () => {
  for (const [name, call] of Object.entries(allCalls())) {
    const methods = document.paths[pathOf(call).replace(/:(\w+)/g, "{$1}")] ?? {};
    const operation = methods[call.method.toLowerCase()];
    expect(operation, name).toMatchObject({ operationId: name, summary: call.summary, tags: [call.tag] });
    expect(operation?.security !== undefined, name).toBe(call.auth !== "none");
    if (call.alsoPost) expect(methods["post"], name).toBeDefined();
  }
});

it("so is the video, which is no call of the contract", () => {
  expect(Object.keys(document.paths["/api/v1/machine/{id}/whep"] ?? {})).toEqual(["post"]);
  const video = document.paths["/api/v1/machine/{id}/whep/{resource}"] ?? {};
  expect(Object.keys(video)).toEqual(["patch", "delete"]);
  expect(Object.keys(video["patch"]?.responses ?? {})).toEqual(
    expect.arrayContaining(["200", "204", "404", "412", "415", "422", "428"]),
  );
});

it("so is the video of the staff", () => {
  const { paths } = consoleOpenApi("1.0.0") as Pick<typeof document, "paths">;
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security }]) => ({ path, method, operationId, security })),
  );
  const security = [{ staff: [] }];
  expect(described.filter(({ path }) => path.includes("/whep"))).toEqual([
    { path: "/api/v1/machines/{id}/whep", method: "post", operationId: "watch", security },
    { path: "/api/v1/machines/{id}/whep/{resource}", method: "patch", operationId: "watchPatch", security },
    { path: "/api/v1/machines/{id}/whep/{resource}", method: "delete", operationId: "watchEnd", security },
  ]);
  const names = described.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
});

it("each operation has its own name, names the parts of its path, and says what it answers", () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const { path, operation } of operations) {
    const inPath = operation.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
    expect(inPath, operation.operationId).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(Object.keys(operation.responses), operation.operationId).toContain("default");
    expect(operation.summary, operation.operationId).not.toBe("");
  }
  // No reference that leads nowhere.
  const text = JSON.stringify(document);
  for (const [, target = ""] of text.matchAll(/"\$ref":"([^"]+)"/g))
    expect(Object.keys(document.components.schemas)).toContain(target.replace("#/components/schemas/", ""));
  expect(text).not.toContain("$defs");
});

it("what comes as a file is not described as an empty answer", () => {
  expect(document.paths["/api/v1/player/sessions.csv"]?.["get"]?.responses["200"]?.content).toHaveProperty("text/csv");
});

it("is served, with a page to browse it that may load nothing of others", async () => {
  const { app } = await openEdge();
  try {
    expect((await app.inject({ url: "/api/openapi.json" })).json()).toMatchObject({ openapi: "3.1.0" });
    const page = await app.inject({ url: "/api/docs/" });
    expect([page.statusCode, page.headers["content-type"]]).toEqual([200, expect.stringContaining("text/html")]);
    expect(page.headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self';/);
  } finally {
    await app.close();
  }
});
