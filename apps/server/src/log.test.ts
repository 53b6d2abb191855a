import { expect, it } from "vitest";
import { createLogger } from "./log.ts";

it("masks secrets, wherever they stand in what is logged", () => {
  const lines: string[] = [];
  const log = createLogger("info", { write: (line) => void lines.push(line) });
  log.info(
    {
      token: "abc-secret",
      user: { password: "abc-secret" },
      req: { headers: { authorization: "abc-secret" } },
      playerId: 7,
    },
    "asked",
  );
  expect(lines.join()).toContain('"playerId":7');
  expect(lines.join()).not.toContain("abc-secret");
});
