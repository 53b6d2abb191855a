/** Reads what the connection to NATS needs. What can't be right is one sentence for the operator. */
import { readFile, stat } from "node:fs/promises";
import { credsAuthenticator, nkeyAuthenticator, nkeys } from "@nats-io/transport-node";
import type { ConnectionOptions } from "@nats-io/transport-node";
import type { Logger } from "pino";

/** NATS can't be used as it is configured. `message` is one sentence for the operator. */
export class BusRefused extends Error {
  override name = "BusRefused";
}

/** The paths are of files. */
export interface NatsPlace {
  servers: readonly string[];
  credentials: string | undefined;
  nkey: string | undefined;
  ca: string | undefined;
  certificate: string | undefined;
  key: string | undefined;
}
type Variable = "NATS_CREDS" | "NATS_NKEY" | "NATS_CA" | "NATS_CERT" | "NATS_KEY";

/** @throws BusRefused */
async function read(variable: Variable, path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    const why = code === "ENOENT" ? "there is no such file" : `it can't be read (${code})`;
    throw new BusRefused(`${variable} ${path}: ${why}.`, { cause: error });
  });
}
async function readPem(variable: Variable, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const text = await read(variable, path);
  if (!/-----BEGIN [A-Z ]+-----/.test(text)) throw new BusRefused(`${variable} ${path}: it is not in PEM format.`);
  return text;
}

async function readSecret(variable: Variable, path: string, log: Pick<Logger, "warn">): Promise<Uint8Array> {
  const text = await read(variable, path);
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0) log.warn({ file: path }, `the file of ${variable} can be read by other users of this host`);
  return Buffer.from(text);
}
async function readAuthenticator(
  { credentials, nkey }: NatsPlace,
  log: Pick<Logger, "warn">,
): Promise<Pick<ConnectionOptions, "authenticator">> {
  if (credentials !== undefined) {
    const authenticator = credsAuthenticator(await readSecret("NATS_CREDS", credentials, log));
    try {
      authenticator("nonce");
    } catch (error) {
      throw new BusRefused(`NATS_CREDS ${credentials}: it has no credentials of NATS.`, { cause: error });
    }
    return { authenticator };
  }
  if (nkey === undefined) return {};
  const seed = Buffer.from(
    Buffer.from(await readSecret("NATS_NKEY", nkey, log))
      .toString()
      .trim(),
  );
  try {
    nkeys.fromSeed(seed);
  } catch (error) {
    throw new BusRefused(`NATS_NKEY ${nkey}: it has no seed of an nkey.`, { cause: error });
  }
  return { authenticator: nkeyAuthenticator(seed) };
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** @throws BusRefused */
export async function readNatsOptions(place: NatsPlace, log: Pick<Logger, "warn">): Promise<ConnectionOptions> {
  const urls = place.servers.map((server) => new URL(server));
  const [ca, cert, key] = await Promise.all([
    readPem("NATS_CA", place.ca),
    readPem("NATS_CERT", place.certificate),
    readPem("NATS_KEY", place.key),
  ]);
  const isEncrypted = ca !== undefined || cert !== undefined || urls.some(({ protocol }) => protocol === "tls:");
  const open = urls.find(({ hostname }) => !LOOPBACK.includes(hostname));
  if (!isEncrypted && open)
    log.warn({ host: open.hostname }, "messages to NATS are not encrypted: use tls:// in NATS_URL");
  const withUser = urls.find(({ username }) => username !== "");
  return {
    servers: urls.map(({ host }) => host),
    // An object requires TLS, and a certificate that is valid for the host's name.
    ...(isEncrypted
      ? {
          tls: {
            ...(ca === undefined ? {} : { ca }),
            ...(cert === undefined ? {} : { cert }),
            ...(key === undefined ? {} : { key }),
          },
        }
      : {}),
    ...(withUser ? { user: decodeURIComponent(withUser.username), pass: decodeURIComponent(withUser.password) } : {}),
    ...(await readAuthenticator(place, log)),
  };
}
