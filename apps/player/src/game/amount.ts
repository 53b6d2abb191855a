/** An amount as a player types it: whole units with at most two decimals after a comma or a point. */

/** "500", "99,90" or "1500.5" → minor units; null for anything else. Digits are moved as text: no float stands between. */
export function parseAmount(text: string): number | null {
  const match = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text.replace(/[\s\u00a0]/g, ""));
  if (!match) return null;
  const minor = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return minor > 0 ? minor : null;
}
