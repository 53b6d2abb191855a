/** Debian packages that the tests need. */
import { findCoturn } from "../../e2e/src/coturn.ts";
import { findNats } from "../../e2e/src/processes/nats.ts";
import { run } from "./run.ts";

/** Only as root. */
export async function installPackages(...names: string[]): Promise<void> {
  console.log(`Installing ${names.join(" and ")} with apt-get …`);
  await run("apt-get", ["update", "-qq"], { quiet: true });
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], {
    quiet: true,
    env: { DEBIAN_FRONTEND: "noninteractive" },
  });
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
