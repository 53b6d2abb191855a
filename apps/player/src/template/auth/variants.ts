/** The layout of an address, and the addresses of the same page in other layouts. Pure. */

/** 1: a card in the middle; 2: a panel next to a picture; 3: a card that a picture shares. */
export type Look = 1 | 2 | 3;

const LOOKS: Readonly<Record<string, readonly Look[]>> = {
  login: [1, 2, 3],
  register: [1, 2, 3],
  "forgot-password": [1, 2],
  "reset-password": [1, 2],
};

/** "/pages/auth/login-2" → 2; 1 without a number. */
export function lookOf(pathname: string): Look {
  const number = Number(/-(\d)\/?$/.exec(pathname)?.[1] ?? 1);
  return number === 2 || number === 3 ? number : 1;
}

/** The same page in all layouts; empty if there is only one. */
export function variantsOf(pathname: string): { look: Look; path: string }[] {
  const kind = /^\/pages\/auth\/([a-z-]+?)(?:-\d)?\/?$/.exec(pathname)?.[1] ?? "";
  const looks = Object.hasOwn(LOOKS, kind) ? LOOKS[kind] : undefined;
  return (looks ?? []).map((look) => ({ look, path: `/pages/auth/${kind}${look === 1 ? "" : `-${look}`}` }));
}
