/**
 * Component tests run without the members of objects that the oldest browsers lack. To be evaluated before the app. Names that need
 * no type (`URL.canParse`) are found by the build, and tests may use them.
 */
import { removeApis } from "@reelcast/build/browsers/removeApis";
import type { MissingApis } from "@reelcast/build/browsers/removeApis";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    missingApis: MissingApis;
  }
}

/** What tests call themselves. The build finds `checkVisibility`, and `vibrate` is in Chrome alone. */
const KEPT = ["checkVisibility", "vibrate"];

const { members } = inject("missingApis");
removeApis({ globals: [], statics: [], members: members.filter(([, name]) => !KEPT.includes(name)) });
