/**
 * The subjects of the texts and their keys, typed by the Turkish catalogues. Here are the subjects that belong to no
 * screen; a screen adds its own in its `route.ts`.
 */
import type { UiText } from "@reelcast/ui";
import type acts from "./tr/acts.json";
import type errors from "./tr/errors.json";
import type shell from "./tr/shell.json";
import type signIn from "./tr/signIn.json";

export interface Catalogues {
  /** Acts of the audit log. */
  acts: typeof acts;
  errors: typeof errors;
  /** Has what the design system shows by itself. */
  shell: typeof shell & Record<UiText, string>;
  signIn: typeof signIn;
  /** The texts `title` and `title_…` of all subjects, collected when the console is built. Has no keys of its own. */
  titles: object;
}
export type Subject = keyof Catalogues;
export type TextKey = { [S in Subject]: `${S}.${keyof Catalogues[S] & string}` }[Subject];
/** A text that the frame has before the subject is fetched. */
export type TitleKey = Extract<TextKey, `${string}.title` | `${string}.title_${string}`>;
export type TextValues = Record<string, string | number | boolean | null>;
/** Words a text of the catalogue, with its parameters. */
export type Translate = (key: TextKey, values?: TextValues) => string;
