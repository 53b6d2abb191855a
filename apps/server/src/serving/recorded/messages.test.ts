/**
 * Processes of two versions talk to each other during a deploy. `<version>.jsonl` has every message of a version as it sent
 * it; this version must be able to read them, and must send no less. `RECORD=1` writes the file of this version anew.
 */
import { glob, readFile, readdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { decodeAnswer, decodeMessage, encodeMessage, encodeResult } from "../../bus/envelope.ts";
import type { Call, Feed } from "../../bus/messages.ts";
import { TOPICS } from "../../bus/topics.ts";
import { TILES } from "../../floor/overview/messages.ts";
import { DISPLAY, DISPLAYS } from "../../floor/remote/displays.ts";
import { LIVENESS, MACHINE, SEATS } from "../../floor/remote/messages.ts";
import { DIGESTS, SNAPSHOT, STATUSES } from "../../floor/remote/statuses.ts";
import { VERSION } from "../../domain.ts";
import { ALIVE, LOST, MEDIA } from "../../video/remote/messages.ts";
import { HEALTH } from "../healthMessages.ts";
import { type JsonSchema, lostFields, samplesOf, withUnknownFields } from "./testing.ts";

const FOLDER = fileURLToPath(new URL("./", import.meta.url));
const SOURCES = fileURLToPath(new URL("../../", import.meta.url));
const CALLS: readonly Call[] = [MACHINE, LIVENESS, SNAPSHOT, TILES, DISPLAY, MEDIA, HEALTH];
const FEEDS: readonly Pick<Feed, "subject" | "schema">[] = [SEATS, STATUSES, DIGESTS, DISPLAYS, ALIVE, LOST];

interface Kind {
  name: string;
  schema: z.ZodMiniType;
  encode: (content: unknown) => string;
}
const kinds = new Map<string, Kind>();
const add = (name: string, schema: unknown, encode: Kind["encode"]) =>
  kinds.set(name, { name, schema: schema as z.ZodMiniType, encode });
const from = "edge-1";
for (const [topic, shared] of Object.entries(TOPICS))
  if (shared) add(`topic ${topic}`, shared.schema, (m) => encodeMessage({ from, topic, m }));
for (const { subject, schema } of FEEDS) add(`feed ${subject}`, schema, (m) => encodeMessage({ from, m }));
for (const { subject, operations } of CALLS)
  for (const [op, { params, result }] of Object.entries(operations)) {
    add(`request ${subject} ${op}`, params, (m) => encodeMessage({ from, op, m }));
    add(`answer ${subject} ${op}`, result, encodeResult);
  }

const schemaOf = ({ schema }: Kind) => z.toJSONSchema(schema, { unrepresentable: "any" }) as JsonSchema;
const decode = (name: string, text: string): unknown =>
  name.startsWith("answer") ? decodeAnswer(text) : decodeMessage(text).m;

interface Line {
  name: string;
  /** As it was sent. */
  text: string;
}
const today: Line[] = [...kinds.values()].flatMap((kind) =>
  samplesOf(schemaOf(kind)).map((content) => ({ name: kind.name, text: kind.encode(content) })),
);
if (process.env["RECORD"])
  await writeFile(`${FOLDER}${VERSION}.jsonl`, `${today.map((line) => JSON.stringify(line)).join("\n")}\n`);
const files = (await readdir(FOLDER)).filter((name) => name.endsWith(".jsonl"));
const read = async (file: string): Promise<Line[]> =>
  (await readFile(FOLDER + file, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

it("has a sample of everything that processes send each other", async () => {
  const defined: string[] = [];
  for await (const file of glob("**/*.ts", { cwd: SOURCES, exclude: (name) => name.endsWith(".test.ts") })) {
    if (file.startsWith("bus/")) continue;
    const text = await readFile(SOURCES + file, "utf8");
    defined.push(...[...text.matchAll(/define(?:Call|Feed)\(\s*"([^"]+)"/g)].map(([, subject = ""]) => subject));
  }
  expect([...CALLS, ...FEEDS].map(({ subject }) => subject).toSorted()).toEqual(defined.toSorted());
  expect(files.length).toBeGreaterThan(0);
});

it.each([...kinds.values()])("reads $name with fields that a later version has added", (kind) => {
  const schema = schemaOf(kind);
  for (const sample of samplesOf(schema)) {
    const envelope = JSON.parse(kind.encode(withUnknownFields(sample, schema))) as object;
    const text = JSON.stringify({ ...envelope, addedLater: 1 });
    expect(z.parse(kind.schema, decode(kind.name, text))).toEqual(sample);
  }
});

describe.each(files)("%s", (file) => {
  it("is read, with every field", async () => {
    for (const { name, text } of await read(file)) {
      const kind = kinds.get(name);
      expect(kind, `${name} is understood until one release after its last sender`).toBeDefined();
      const content = decode(name, text);
      if (kind) expect(z.parse(kind.schema, content), name).toEqual(content);
    }
  });
  it("had no field that is not sent any more", async () => {
    const lost = Object.entries(Object.groupBy(await read(file), ({ name }) => name)).flatMap(([name, lines = []]) => {
      const now = today.filter((line) => line.name === name);
      return lines.flatMap(({ text }, n) => lostFields(JSON.parse(text), JSON.parse(now[n]?.text ?? "{}"), name));
    });
    expect(lost).toEqual([]);
  });
});
