/** Texts of errors: by the code in the member's language, else the server's own text, else a general one. */
import { isApiError } from "@reelcast/client";
import { i18n } from "./catalogue.ts";

export function errorText(error: unknown): string {
  if (!isApiError(error)) return i18n._("errors.unknown");
  const id = `errors.${error.code}`;
  if (Object.hasOwn(i18n.messages, id)) return i18n._(id, error.params);
  return error.message === "" ? i18n._("errors.unknown") : error.message;
}
