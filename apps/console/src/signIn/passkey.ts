/** Passkeys: the browser's part of WebAuthn, whose library is fetched when it is first needed. */
import { call } from "../api/index.ts";
import { WordedError, t } from "../i18n/index.ts";

export const supportsPasskeys = (): boolean => typeof PublicKeyCredential === "function";

/** What the browser's dialog can end with, in words. @param cancelled it was closed, or took too long */
function inWords(error: unknown, cancelled: string): unknown {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return new WordedError(cancelled, { cause: error });
  if (name === "InvalidStateError") return new WordedError(t("shell.passkeyKnown"), { cause: error });
  return error;
}

/** Resolves with the token of the new session. @throws ApiError, WordedError */
export async function signInByPasskey(): Promise<string> {
  const [{ startAuthentication }, { challenge, options }] = await Promise.all([
    import("@simplewebauthn/browser"),
    call("passkeySignInOptions", { body: {} }),
  ]);
  const response = await startAuthentication({ optionsJSON: options as never }).catch((error: unknown) => {
    throw inWords(error, t("shell.passkeyNotGiven"));
  });
  return (await call("passkeySignIn", { body: { challenge, response: response as never } })).token;
}

/** Resolves with the token with which the session goes on. @throws ApiError, WordedError */
export async function addPasskey(password: string, name: string): Promise<string> {
  const [{ startRegistration }, { challenge, options }] = await Promise.all([
    import("@simplewebauthn/browser"),
    call("beginPasskey", { body: { password } }),
  ]);
  const response = await startRegistration({ optionsJSON: options as never }).catch((error: unknown) => {
    throw inWords(error, t("shell.passkeyNotAdded"));
  });
  return (await call("addPasskey", { body: { challenge, name, response: response as never } })).token;
}
