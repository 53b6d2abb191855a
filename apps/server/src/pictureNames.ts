/** How pictures and their smaller copies are named. */

/** Folders below `pictures`. */
export const PICTURE_KINDS = ["machines", "brands", "symbols"] as const;

/** Widths in pixels. The app asks for one of them, by the query `w`. */
export const SIZED_WIDTHS = [240, 480] as const;

/** "royal-sevens.png", 240 → "royal-sevens.png.240.webp" */
export const sizedName = (name: string, width: number): string => `${name}.${width}.webp`;

/** Whether that is a copy of one of these pictures. */
export const isSizedName = (name: string, names: readonly string[]): boolean =>
  SIZED_WIDTHS.some((width) => {
    const end = sizedName("", width);
    return name.endsWith(end) && names.includes(name.slice(0, -end.length));
  });
