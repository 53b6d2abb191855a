/** Reads `Link: <stun:…>; rel="ice-server"` headers (RFC 9725 §4.6, RFC 8288). Pure. */

const ADDRESS = /^(stuns?|turns?):[^\s]+$/i;

/** ICE servers named by a Link header, in its order; anything else in it is ignored. */
export function iceServersOf(header: string | null): RTCIceServer[] {
  const servers: RTCIceServer[] = [];
  for (const entry of entries(header ?? "")) {
    const match = /^<([^>]*)>(.*)$/s.exec(entry);
    const address = match?.[1]?.trim();
    if (address === undefined || !ADDRESS.test(address)) continue;
    const parameters = readParameters(match?.[2] ?? "");
    if (!(parameters.get("rel") ?? "").split(/\s+/).includes("ice-server")) continue;
    const username = parameters.get("username");
    const credential = parameters.get("credential");
    servers.push({
      urls: address,
      ...(username !== undefined && { username }),
      ...(credential !== undefined && { credential }),
    });
  }
  return servers;
}

/** Splits at commas that stand outside quotes and angle brackets. */
function entries(header: string): string[] {
  const found: string[] = [];
  let from = 0;
  let quoted = false;
  let inside = false;
  for (let at = 0; at < header.length; at += 1) {
    const char = header[at];
    if (quoted && char === "\\") at += 1;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && char === "<") inside = true;
    else if (!quoted && char === ">") inside = false;
    else if (!quoted && !inside && char === ",") {
      found.push(header.slice(from, at).trim());
      from = at + 1;
    }
  }
  found.push(header.slice(from).trim());
  return found.filter((entry) => entry !== "");
}

function readParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const match of text.matchAll(/;\s*([\w!#$&+.^`|~*-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*)))?/g)) {
    const name = match[1]?.toLowerCase() ?? "";
    if (!parameters.has(name))
      parameters.set(name, match[2] !== undefined ? match[2].replace(/\\(.)/g, "$1") : (match[3] ?? ""));
  }
  return parameters;
}

/** `Retry-After` in milliseconds from now: seconds or an HTTP date (RFC 9110 §10.2.3). */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Math.min(Number(header), 3600) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - nowMs), 3_600_000);
}
