/** Titles of the screens, which the frame shows before a screen's own texts are fetched. */
import type { Messages } from "@lingui/core";

const files = import.meta.glob<Messages>("./*.json", { query: "?titles", import: "default", eager: true });

export default Object.assign({}, ...Object.values(files)) as Messages;
