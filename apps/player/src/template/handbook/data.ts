/** The description of the design system, read from its source at build time by build/handbook.ts. */

export interface PropDoc {
  name: string;
  /** As the source says it; short unions are written out. */
  type: string;
  optional: boolean;
  /** As the source says it. */
  fallback?: string;
  about: string;
}
export interface ComponentDoc {
  name: string;
  /** Within src/ui. */
  file: string;
  about: string;
  props: readonly PropDoc[];
  /** Props of something else that it takes, too, as the source says it. */
  takesToo: readonly string[];
}
export interface FunctionDoc {
  name: string;
  file: string;
  about: string;
  /** Up to the body: `parseAmount(text: string, language: string, currency?: Currency): number | null`. */
  signature: string;
}
/** Only the build and the declarations of its modules name it. @internal */
export interface DesignSystemDoc {
  components: readonly ComponentDoc[];
  functions: readonly FunctionDoc[];
  /** Names of the icons, which all take the same. */
  icons: readonly string[];
}
