import { expect, it } from "vitest";
import { changed } from "./match.ts";
import type { Change } from "./match.ts";
import { createListSaver } from "./listSaver.ts";

/** A server that answers when the test says so. */
function scripted(...kept: string[]) {
  const house = {
    kept,
    shown: kept as readonly string[],
    sent: [] as string[][],
    failures: 0,
    settled: [] as boolean[],
  };
  const answers: ((well: boolean) => void)[] = [];
  const change = createListSaver<Change>({
    apply: (list, one) => changed(list, one, null),
    save: (list) =>
      new Promise((resolve, reject) => {
        house.sent.push(list);
        answers.push((well) => {
          if (!well) return reject(new Error("no"));
          house.kept = list;
          resolve(list);
        });
      }),
    show: (list) => (house.shown = list),
    failed: () => (house.failures += 1),
    settled: (sure) => house.settled.push(sure),
  });
  return {
    house,
    press: (id: string, add = true) => change(house.shown, { id, add }),
    answer: async (well: boolean) => {
      // The request of the last press is sent a microtask after it.
      await Promise.resolve();
      answers.shift()?.(well);
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

it("shows each press at once and saves them in their order", async () => {
  const { house, press, answer } = scripted("lobby");
  press("rules");
  press("profile");
  press("lobby", false);
  expect(house.shown).toEqual(["rules", "profile"]);
  await Promise.resolve();
  expect(house.sent).toEqual([["lobby", "rules"]]);
  for (let turn = 0; turn < 3; turn += 1) await answer(true);
  expect(house.sent.slice(1)).toEqual([
    ["lobby", "rules", "profile"],
    ["rules", "profile"],
  ]);
  expect(house).toMatchObject({ kept: ["rules", "profile"], shown: ["rules", "profile"], settled: [true] });
});
it("takes back only the press that could not be saved, and does not save it with the next one", async () => {
  const { house, press, answer } = scripted();
  press("rules");
  press("profile");
  await answer(false);
  expect(house).toMatchObject({ failures: 1, shown: ["profile"] });
  expect(house.sent[1]).toEqual(["profile"]);
  await answer(true);
  expect(house).toMatchObject({ kept: ["profile"], shown: ["profile"], settled: [false] });
  // What is shown is where the next press begins.
  press("rules");
  await answer(true);
  expect(house).toMatchObject({ kept: ["profile", "rules"], settled: [false, true] });
});
