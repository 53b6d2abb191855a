import { expect, it } from "vitest";
import { withoutDocuments } from "./leanCalls.ts";

it("leaves out what only documents read, and keeps what a call needs", () => {
  const code = `const CALLS = {
  claim: {
    method: "POST",
    summary: "Claim, with a \\"quote\\"",
    tag: TAG,
    path: "/claim",
    errors: [
      ErrorCode.NotPermitted,
    ],
  },
};
`;
  expect(withoutDocuments(code)).toBe(`const CALLS = {
  claim: {
    method: "POST",
    tag: TAG,
    path: "/claim",
  },
};
`);
});
