/** What opens over a screen. */
export type Panel = "palette" | "shortcuts" | "person";
