/** Texts off the way from the login to the game: their long list of files is fetched with the first of them. */
import type { Messages } from "@lingui/core";

export const moreFiles = import.meta.glob<Messages>(
  ["./*/*.json", "!./*/{shell,errors,startup,login,lobby,game}.json"],
  { import: "default" },
);
