/** What this screen asks for and shows, for the tests that open all screens in all states. */
import { SAMPLES, healthAs } from "../../testing/health.ts";
import { onCall } from "../../testing/scriptedServer.ts";
import type { ScreenSamples } from "../../testing/screens.ts";

export const samples: ScreenSamples<"/health"> = {
  "/health": {
    at: "/health",
    reads: [["health", "healthSamples"]],
    answer() {
      onCall("health", healthAs());
      onCall("healthSamples", SAMPLES);
    },
    shows: "Press → accepted",
    empty: { answer: () => onCall("healthSamples", { ...SAMPLES, at: [], series: {} }), says: "No figures yet" },
  },
};
