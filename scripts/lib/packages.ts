/** Debian packages that the tests need. */
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { findCoturn } from "../../e2e/src/coturn.ts";
import { missingPackages } from "../../e2e/src/processes/tools.ts";
import { findNats } from "../../e2e/src/processes/nats.ts";
import { run } from "./run.ts";

/** While it answers 101, no package starts its service when it is installed. */
const POLICY = "/usr/sbin/policy-rc.d";

/** Only as root. No service of a package is started. */
export async function installPackages(...names: string[]): Promise<void> {
  console.log(`Installing ${names.join(" and ")} with apt-get …`);
  const isOurs = !existsSync(POLICY);
  if (isOurs) await writeFile(POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    await run("apt-get", ["update", "-qq"], { quiet: true });
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], {
      quiet: true,
      env: { DEBIAN_FRONTEND: "noninteractive" },
    });
  } finally {
    if (isOurs) await rm(POLICY, { force: true });
  }
}

/** @throws Error that says what to install by hand */
export async function ensureDeployTools(): Promise<void> {
  if (missingPackages().length > 0 && process.getuid?.() === 0) await installPackages(...missingPackages());
  const missing = missingPackages();
  if (missing.length > 0) throw new Error(`The tests of deploy/ need tools: install ${missing.join(", ")}.`);
}

/** Path of an installed TURN server. @throws Error that says what to install by hand */
export async function ensureCoturn(): Promise<string> {
  // openssl makes the certificate that it is run with.
  if (findCoturn() === null && process.getuid?.() === 0) await installPackages("coturn", "openssl");
  const found = findCoturn();
  if (found !== null) return found;
  throw new Error("The tests need a TURN server: install coturn, or set TURNSERVER_PATH.");
}

/** Path of an installed NATS server. @throws Error that says what to install by hand */
export async function ensureNats(): Promise<string> {
  if (findNats() === null && process.getuid?.() === 0) await installPackages("nats-server", "openssl");
  const found = findNats();
  if (found !== null) return found;
  throw new Error("The tests need a NATS server: install nats-server, or set NATS_SERVER_PATH.");
}
