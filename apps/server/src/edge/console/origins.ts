/**
 * By which addresses browsers may reach the console. A page of another site that gives its own name the console's address (DNS
 * rebinding) would be the same origin for the browser: so a name must be known. An address can't be given to another name.
 */
import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import { AppError, ErrorCode } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import type { Site } from "../../staff/index.ts";

export interface Origins {
  /** @throws AppError OriginNotAccepted for a host that is not the console's, or a page of another origin */
  check(headers: IncomingHttpHeaders): void;
  /**
   * The site of the page that makes a call, for passkeys.
   * @throws ConsoleError PasskeyNotAccepted where the browser does not say it, and for a port that is not the console's
   */
  siteOf(headers: IncomingHttpHeaders): Site;
}

/** The host of a Host header, lower case, with the port unless it is the default; null for what is none. */
function hostOf(header: string | undefined): URL | null {
  const address = `http://${header ?? ""}`;
  return header !== undefined && /^[\w.:[\]-]+$/.test(header) && URL.canParse(address) ? new URL(address) : null;
}

/** The port that an address without one has. */
const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** @param host of CONSOLE_HOST; @param port that of the console; @param origins of CONSOLE_ORIGINS */
export function createOrigins({
  host,
  port,
  origins,
}: {
  host: string;
  port: () => number | null;
  origins: readonly string[];
}): Origins {
  const names = new Set(["localhost", host.toLowerCase(), ...origins.map((one) => new URL(one).hostname)]);
  const allowed = new Set(origins.map((one) => new URL(one).origin));
  const isOwn = ({ hostname }: URL) => isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0 || names.has(hostname);

  const check: Origins["check"] = ({ host: header, origin }) => {
    const own = hostOf(header);
    if (!own || !isOwn(own)) throw new AppError(ErrorCode.OriginNotAccepted);
    if (origin === undefined) return;
    const isSame = URL.canParse(origin) && new URL(origin).host === own.host;
    if (!isSame && !allowed.has(origin)) throw new AppError(ErrorCode.OriginNotAccepted);
  };
  return {
    check,
    siteOf(headers) {
      check(headers);
      const { origin } = headers;
      if (origin === undefined || !URL.canParse(origin)) throw new ConsoleError(ConsoleErrorCode.PasskeyNotAccepted);
      const site = new URL(origin);
      // Who is no browser writes any Host: a page on another port of this host, the players' for example, could otherwise ask
      // somebody for a passkey, and pass it on as that port's own.
      const isConsole = Number(site.port || DEFAULT_PORTS[site.protocol]) === port() || allowed.has(origin);
      if (!isConsole) throw new ConsoleError(ConsoleErrorCode.PasskeyNotAccepted);
      return { rpId: site.hostname, origin };
    },
  };
}
