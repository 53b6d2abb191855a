/** Every example by the name of what it shows: the component to draw, and the same file as text. */
import type { ComponentType } from "react";

export interface Example {
  Example: ComponentType;
  code: string;
}

const drawn = import.meta.glob<ComponentType>("./*.tsx", { eager: true, import: "default" });
const written = import.meta.glob<string>("./*.tsx", { eager: true, query: "?raw", import: "default" });

export const EXAMPLES: ReadonlyMap<string, Example> = new Map(
  Object.entries(drawn).map(([path, Example]) => [
    path.slice("./".length, -".tsx".length),
    { Example, code: written[path] ?? "" },
  ]),
);
