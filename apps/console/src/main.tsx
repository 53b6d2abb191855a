/** Starts the page that loads this file. */
import { openConsole } from "./app/start.tsx";

const place = document.getElementById("root");
if (!place) throw new Error("the page has no place for the console");
await openConsole(place);
