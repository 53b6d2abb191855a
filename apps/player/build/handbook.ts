/**
 * Gives the handbook its data as modules: `virtual:handbook/components`, `…/contract` and `…/settings`, made of the code
 * whenever the app is built, so that the handbook can't say something else than the code.
 */
import { describeContract, describeSettings } from "@reelcast/contract/describe";
import type { Plugin } from "vite";
import { UI_INDEX, describeDesignSystem, uiFiles } from "./designSystem.ts";

const PREFIX = "virtual:handbook/";
const CHAPTERS: Record<string, () => unknown> = {
  components: describeDesignSystem,
  contract: describeContract,
  settings: describeSettings,
};

export function handbook(): Plugin {
  return {
    name: "reelcast:handbook",
    resolveId: {
      filter: { id: /^virtual:handbook\// },
      handler: (id) => (Object.hasOwn(CHAPTERS, id.slice(PREFIX.length)) ? `\0${id}` : null),
    },
    load: {
      // oxlint-disable-next-line no-control-regex -- how Rollup's plugins mark a module that is no file
      filter: { id: /^\0virtual:handbook\// },
      handler(id) {
        const chapter = id.slice(PREFIX.length + 1);
        if (chapter === "components") for (const file of [UI_INDEX, ...uiFiles()]) this.addWatchFile(file);
        // One long text is parsed faster than as many objects.
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(CHAPTERS[chapter]?.()))});`;
      },
    },
  };
}
