/** Opens the whole console in the test's page, as a fresh visit: real router, real styles, scripted server. */
import { page } from "vitest/browser";
import type { Language } from "@reelcast/contract";
import { toast } from "@reelcast/ui/toast";
import { openConsole } from "../app/start.tsx";
import { session } from "../session/store.ts";
import { TOKEN } from "./answers.ts";

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export interface Visit {
  signedIn?: boolean;
  language?: Language;
  scheme?: "dark" | "light";
  size?: { width: number; height: number };
}

let close: (() => void) | null = null;

/** Takes the console off the page, with everything that it kept in this browser. */
export function leaveConsole(): void {
  close?.();
  close = null;
  toast.forget();
  document.getElementById("root")?.remove();
  localStorage.clear();
  sessionStorage.clear();
  session.reload();
}

export async function openAt(
  path: string,
  { signedIn = true, language = "en", scheme = "dark", size = DESKTOP }: Visit = {},
): Promise<void> {
  leaveConsole();
  await page.viewport(size.width, size.height);
  localStorage.setItem("console.language", language);
  localStorage.setItem("console.scheme", scheme);
  if (signedIn) sessionStorage.setItem("console.token", TOKEN);
  session.reload();
  history.replaceState(null, "", path);
  const root = Object.assign(document.createElement("div"), { id: "root" });
  document.body.append(root);
  close = await openConsole(root);
}
