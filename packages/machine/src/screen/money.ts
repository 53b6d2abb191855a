/** Formats amounts for the glass: whole minor units to "1,234.50". Never rounds, never uses floats for digits. */

/** Two decimals, thousands separated by commas; the sign of a negative amount in front. */
export function formatMoney(minor: number): string {
  const whole = Math.trunc(Math.abs(minor));
  const cents = String(whole % 100).padStart(2, "0");
  const units = String(Math.floor(whole / 100)).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${minor < 0 ? "-" : ""}${units}.${cents}`;
}
