/** Starts units of deploy/systemd on a computer of a test, as systemd does it: user, folders, environments, and what may be written. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Computer, RemoteProcess } from "./computer.ts";

const UNITS = fileURLToPath(new URL("../../../deploy/systemd/", import.meta.url));
/** All that `ProtectSystem=strict` makes unwritable, besides what is mounted of its own. */
const STRICT = ["/", "/etc", "/var", "/opt", "/run"];

/** Values of a word, in order, with the instance's name in place of `%i`. */
async function readUnit(unit: string): Promise<(word: string) => string[]> {
  const [, name = "", instance] = /^([\w-]+)(?:@(\w+))?\.service$/.exec(unit) ?? [];
  const text = await readFile(join(UNITS, instance === undefined ? unit : `${name}@.service`), "utf8");
  const lines = text.replaceAll("%i", instance ?? "").split("\n");
  return (word) => lines.flatMap((line) => (line.startsWith(`${word}=`) ? [line.slice(word.length + 1)] : []));
}

/** The commands of a unit, each as a script of bash. */
async function scriptsOf(unit: string): Promise<string[]> {
  const all = await readUnit(unit);
  const first = (word: string): string => {
    const [value] = all(word);
    if (value === undefined) throw new Error(`${unit} has no ${word}`);
    return value;
  };
  const states = all("StateDirectory").flatMap((line) => line.split(" ").map((name) => `/var/lib/${name}`));
  const own = [...states, ...all("ReadWritePaths").flatMap((line) => line.split(" "))];
  const user = first("User");
  const writable = own.map((path) => {
    // A path with a hyphen before it need not be there.
    const name = path.replace(/^-/, "");
    return `if [ -d ${name} ]; then mount --bind ${name} ${name}; fi`;
  });
  return all("ExecStart").map((command) =>
    [
      "set -e",
      `umask ${first("UMask")}`,
      ...states.map((path) => `install -d -m ${first("StateDirectoryMode")} -o ${user} -g ${first("Group")} ${path}`),
      ...writable,
      ...STRICT.map((path) => `mount -o remount,bind,ro ${path}`),
      "mount -t tmpfs -o mode=1777 tmpfs /tmp",
      `cd ${first("WorkingDirectory")}`,
      "set -a",
      ...all("Environment"),
      ...all("EnvironmentFile").map((file) => `. ${file}`),
      "set +a",
      `exec setpriv --reuid=${user} --regid=${first("Group")} --init-groups --bounding-set=-all --no-new-privs ${command}`,
    ].join("\n"),
  );
}

/** Starts a service that has one command, such as `reelcast@edge1.service`. */
export async function startUnit(computer: Computer, unit: string): Promise<RemoteProcess> {
  const [script = ""] = await scriptsOf(unit);
  return computer.start(["unshare", "--mount", "bash", "-c", script]);
}

/** Runs the commands of a unit of `Type=oneshot`, one after the other, until one fails. */
export async function runUnit(computer: Computer, unit: string): Promise<{ code: number | null; output: string }> {
  let output = "";
  for (const script of await scriptsOf(unit)) {
    const ended = await computer.run(["unshare", "--mount", "bash", "-c", script]);
    output += ended.output;
    if (ended.code !== 0) return { code: ended.code, output };
  }
  return { code: 0, output };
}
