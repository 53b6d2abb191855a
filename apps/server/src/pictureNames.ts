/** How the smaller copies of a picture are named. */

/** Widths in pixels. The app asks for one of them, by the query `w`. */
export const SIZED_WIDTHS = [240, 480] as const;

/** "royal-sevens.png", 240 → "royal-sevens.png.240.webp" */
export const sizedName = (name: string, width: number): string => `${name}.${width}.webp`;
