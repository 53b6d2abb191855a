/** Masks secrets in values for the audit log. Pure. */

const MASK = "***";
/** Words in a field's name whose value is secret: "newPassword", "pin_hash", "recovery codes". */
const SECRET_WORDS = new Set([
  "password",
  "passwords",
  "passphrase",
  "pin",
  "pins",
  "token",
  "tokens",
  "secret",
  "secrets",
  "ticket",
  "tickets",
  "cookie",
  "authorization",
  "credential",
  "credentials",
  "totp",
  "otp",
  "recovery",
]);
/** Values that are secret whatever their name: tokens, operators' keys, hashes of passwords, passwords in addresses. */
const SECRET_VALUES: readonly [RegExp, string][] = [
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, MASK],
  [/\b(link\.|operator-key\.|staff-session\.)[\w-]{16,}/g, MASK],
  [/\$(argon2\w*|scrypt|2[aby])\$[^\s"]+/g, MASK],
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:)[^\s/]+@/gi, `$1${MASK}@`],
];

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

const isSecret = (name: string): boolean => wordsOf(name).some((word) => SECRET_WORDS.has(word));

/** A copy in which every secret is "***". Dates become text; null characters, which PostgreSQL refuses, are dropped. */
export function maskSecrets(value: unknown): unknown {
  if (typeof value === "string")
    return SECRET_VALUES.reduce((text, [pattern, mask]) => text.replaceAll(pattern, mask), value.replaceAll("\0", ""));
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name.replaceAll("\0", ""),
      isSecret(name) && part !== null && part !== undefined ? MASK : maskSecrets(part),
    ]),
  );
}
