import { expect, it } from "vitest";
import { Refused, Unanswered } from "../client.ts";
import { SILENT_AFTER_MS, failureOf } from "./player.ts";

const refused = new Refused({ code: 10302, ErrorMessage: "", Params: {} });
const unanswered = new Unanswered("the socket is not open");

it.each([
  ["an answer that refuses it", refused, 3, null, { type: "refused", code: 10302 }],
  ["a connection that is closing", unanswered, 0, null, { type: "lost" }],
  ["a connection that ended meanwhile", unanswered, 300, 1012, { type: "lost" }],
  ["a connection that ended after the time", unanswered, SILENT_AFTER_MS, 1006, { type: "lost" }],
  ["no answer on an open connection", unanswered, SILENT_AFTER_MS, null, { type: "silent" }],
])("a press that failed by %s", (_case, error, waitedMs, closeCode, outcome) => {
  expect(failureOf(error, waitedMs, closeCode)).toEqual(outcome);
});
