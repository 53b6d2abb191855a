/**
 * The subjects of the texts and their keys, typed by the Turkish catalogues. Here are the subjects that belong to no
 * screen; a screen adds its own in its `route.ts`.
 */
import type { UiText } from "@reelcast/ui";
import type brandPages from "./tr/brandPages.json";
import type chat from "./tr/chat.json";
import type errors from "./tr/errors.json";
import type forms from "./tr/forms.json";
import type gameParts from "./tr/gameParts.json";
import type handbook from "./tr/handbook.json";
import type layouts from "./tr/layouts.json";
import type lock from "./tr/lock.json";
import type machineRules from "./tr/machineRules.json";
import type pages from "./tr/pages.json";
import type navigation from "./tr/navigation.json";
import type promotions from "./tr/promotions.json";
import type quick from "./tr/quick.json";
import type recall from "./tr/recall.json";
import type reconnect from "./tr/reconnect.json";
import type reference from "./tr/reference.json";
import type sessionEnd from "./tr/sessionEnd.json";
import type shell from "./tr/shell.json";
import type startup from "./tr/startup.json";
import type support from "./tr/support.json";
import type theme from "./tr/theme.json";
import type tools from "./tr/tools.json";

export interface Catalogues {
  /** Has what the design system shows by itself. */
  shell: typeof shell & Record<UiText, string>;
  errors: typeof errors;
  startup: typeof startup;
  machineRules: typeof machineRules;
  recall: typeof recall;
  reconnect: typeof reconnect;
  sessionEnd: typeof sessionEnd;
  gameParts: typeof gameParts;
  handbook: typeof handbook;
  promotions: typeof promotions;
  support: typeof support;
  theme: typeof theme;
  tools: typeof tools;
  lock: typeof lock;
  forms: typeof forms;
  pages: typeof pages;
  navigation: typeof navigation;
  chat: typeof chat;
  brandPages: typeof brandPages;
  quick: typeof quick;
  layouts: typeof layouts;
  reference: typeof reference;
}
export type Subject = keyof Catalogues;
export type TextKey = { [S in Subject]: `${S}.${keyof Catalogues[S] & string}` }[Subject];
export type TextValues = Record<string, string | number | boolean | null>;
/** Words a text of the catalogue, with its parameters. */
export type Translate = (key: TextKey, values?: TextValues) => string;
