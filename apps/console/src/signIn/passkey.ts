/** Passkeys: the browser's part of WebAuthn, whose library is fetched when it is first needed. */
import { call } from "../api/index.ts";
import { t } from "../i18n/index.ts";

export const supportsPasskeys = (): boolean => typeof PublicKeyCredential === "function";

/** Somebody closed the browser's dialog, or it took too long: no failure. */
const wasCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");

/** The token of the new session; null if it was cancelled. @throws ApiError */
export async function signInByPasskey(): Promise<string | null> {
  const [{ startAuthentication }, { challenge, options }] = await Promise.all([
    import("@simplewebauthn/browser"),
    call("passkeySignInOptions", { body: {} }),
  ]);
  try {
    const response = await startAuthentication({ optionsJSON: options as never });
    return (await call("passkeySignIn", { body: { challenge, response: response as never } })).token;
  } catch (error) {
    if (wasCancelled(error)) return null;
    throw error;
  }
}

/** The token with which the session goes on; null if it was cancelled. @throws ApiError */
export async function addPasskey(password: string, name: string): Promise<string | null> {
  const [{ startRegistration }, { challenge, options }] = await Promise.all([
    import("@simplewebauthn/browser"),
    call("beginPasskey", { body: { password } }),
  ]);
  try {
    const response = await startRegistration({ optionsJSON: options as never });
    return (await call("addPasskey", { body: { challenge, name, response: response as never } })).token;
  } catch (error) {
    if (wasCancelled(error)) return null;
    if (error instanceof Error && error.name === "InvalidStateError")
      throw new Error(t("shell.passkeyKnown"), { cause: error });
    throw error;
  }
}
