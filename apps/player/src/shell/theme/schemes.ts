/** The colour schemes that there are: their colours stand in `packages/ui/src/styles/schemes.css`, under the same names. */
export const SCHEMES = ["dark", "light", "contrast", "emerald", "ocean", "ruby"] as const;
export type Scheme = (typeof SCHEMES)[number];
