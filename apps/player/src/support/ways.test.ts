import { DEFAULT_SETTINGS } from "@reelcast/contract";
import { afterEach, expect, it } from "vitest";
import { setSettings } from "../api/index.ts";
import { hasSupport } from "./ways.ts";

afterEach(() => setSettings(DEFAULT_SETTINGS));

it.each([
  ["offered, and there is a provider", true, true, "5f0c1a2b3c4d5e6f7a8b9c0d/default", true],
  ["not offered", false, true, "5f0c1a2b3c4d5e6f7a8b9c0d/default", false],
  ["offered, but the provider is off", true, false, "5f0c1a2b3c4d5e6f7a8b9c0d/default", false],
  ["offered, but nobody's", true, true, "", false],
])("the live chat is a line where it is %s", (_, chat, enabled, id, shown) => {
  setSettings({
    ...DEFAULT_SETTINGS,
    support: { whatsapp: "", telegram: "", chat },
    liveChat: { enabled, provider: "tawk", id },
  });
  expect(hasSupport()).toBe(shown);
});
