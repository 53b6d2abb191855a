/** Starts the page that loads this file. */
import { openVisit } from "./startup/visit.ts";

const place = document.getElementById("root");
if (!place) throw new Error("the page has no place for the app");
await openVisit(place);
