/** What is done once in the page of component tests, which many files of tests share. */
import { recordConsoleErrors } from "./consoleErrors.ts";
import { installPageLoads } from "./pageLoads.ts";

/** @param install puts the app's scripted server and sockets in the place of the browser's */
export function preparePage(install: () => void): void {
  const { dataset } = document.documentElement;
  if (dataset["scripted"] !== undefined) return;
  dataset["scripted"] = "";
  install();
  installPageLoads();
  recordConsoleErrors();
  // A scheme is there at once: no colour is on its way where axe looks.
  const still = document.createElement("style");
  still.textContent = "*, ::before, ::after { transition: none !important }";
  document.head.append(still);
}
