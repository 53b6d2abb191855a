/** The chapters of the handbook, in their order. */
import type { TextKey } from "../../i18n/index.ts";

export const CHAPTERS = [
  { id: "components", title: "handbook.components", about: "handbook.componentsLead" },
  { id: "contract", title: "handbook.contract", about: "handbook.contractLead" },
  { id: "settings", title: "handbook.settings", about: "handbook.settingsLead" },
] as const satisfies readonly { id: string; title: TextKey; about: TextKey }[];
export type ChapterId = (typeof CHAPTERS)[number]["id"];

/** Address of a chapter; of the handbook's first page without one. */
export const chapterAddress = (id: ChapterId | "" = ""): string => (id === "" ? HANDBOOK : `${HANDBOOK}/${id}`);
const HANDBOOK = "/documentation";

/** A part of a chapter, which its navigation leads to. */
export interface Part {
  /** The anchor. */
  id: string;
  /** Names of the code stay as they are. */
  name: string;
  code: boolean;
}
