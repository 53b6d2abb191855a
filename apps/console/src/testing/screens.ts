/**
 * What each address of the console asks for and shows, for the tests that open all of them in all states: the `samples.ts` of each
 * screen. An address without one fails those tests.
 */
import { expect } from "vitest";
import { page } from "vitest/browser";
import type { ConsoleCallName } from "@reelcast/contract/console";
import type { ScreenPath } from "../screens/screen.ts";

export interface ScreenSample {
  /** The address with its parameters. */
  at: string;
  /** What it reads together; what it reads when that is there is the next part. None answers, or each is refused. */
  reads: readonly (readonly ConsoleCallName[])[];
  /** All calls have their answers. */
  answer: () => void;
  /** Part of what it shows then. */
  shows: string;
  /** There is nothing; what it says then. Absent: there is no such state. */
  empty?: { answer: () => void; says: string };
}

/** What the `samples.ts` of a screen exports as `samples`: one for each of its addresses. */
export type ScreenSamples<Path extends ScreenPath> = Readonly<Record<Path, ScreenSample>>;

type Samples = Readonly<Record<string, ScreenSample>>;
const files = import.meta.glob<Samples>("../screens/**/samples.ts", { import: "samples", eager: true });
/** By address. */
export const SAMPLES_OF: Samples = Object.assign({}, ...Object.values(files)) as Samples;

/** It has been drawn with its data. */
export const isShown = (text: string): Promise<void> =>
  expect.element(page.getByRole("main").getByText(text).first()).toBeVisible();
