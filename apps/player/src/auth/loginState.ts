/** Who is logged in, for components. What owns it needs no framework: loginStore.ts. */
import type { LoginAnswer } from "@reelcast/contract";
import { useSyncExternalStore } from "react";
import { currentLogin, onLoginChange } from "./loginStore.ts";

export * from "./loginStore.ts";

export function useLogin(): LoginAnswer | null {
  return useSyncExternalStore(onLoginChange, currentLogin);
}
/** The login, on pages that a route guard shows only to a logged-in player. @throws Error without a login */
export function useRequiredLogin(): LoginAnswer {
  const present = useLogin();
  if (!present) throw new Error("nobody is logged in");
  return present;
}
