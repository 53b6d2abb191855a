/** Follows the page "A game" of docs/extending.md in a copy of the package: nothing else must be needed. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { followPage } from "../testing/extending.ts";

const PROGRAM = `
  const [source] = process.argv.slice(1);
  const { gameOf, SEED_MACHINES, skinOf, createSimulatedMachine } = await import(source + "index.ts");
  const { returnOf } = await import(source + "maths/index.ts");
  const { machinePicture } = await import(source + "screen/index.ts");
  let memory = null;
  const machine = await createSimulatedMachine({
    definition: { machineId: 1, name: "Gem Garden", brand: "Nordlys", skin: "gem-garden", serial: "RC-0013",
      currency: "TRY", videoType: "screen", width: 640, height: 360, frameRate: 30 },
    memory: { load: async () => memory, save: async (state) => void (memory = structuredClone(state)) },
  });
  await machine.hello(1);
  const { returnToPlayer } = await machine.identify();
  await machine.close();
  console.log(JSON.stringify({
    game: skinOf("gem-garden").game,
    published: gameOf("gems").published,
    computed: Number(returnOf("gems").toFixed(6)),
    returnToPlayer: Number(returnToPlayer.toFixed(6)),
    last: SEED_MACHINES.at(-1),
    picture: machinePicture("gem-garden", 48, 36).length > 0,
  }));`;

it("a game made as docs/extending.md says is found, drawn and played, and returns what it says", async () => {
  const page = await followPage("A game", ["packages/machine"]);
  try {
    expect(page.written.map((path) => path.split("/").slice(0, -1).join("/"))).toEqual(
      Array.from({ length: 2 }, () => "packages/machine/src/games/gems"),
    );
    const source = pathToFileURL(join(page.copy, "packages/machine/src/")).href;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", PROGRAM, source]);
    const published = 0.952296;
    expect(JSON.parse(stdout)).toEqual({
      game: "gems",
      published,
      computed: published,
      returnToPlayer: published,
      last: { name: "Gem Garden", brand: "nordlys", skin: "gem-garden", serial: "RC-0013", videoType: "screen" },
      picture: true,
    });
  } finally {
    await page.remove();
  }
});
