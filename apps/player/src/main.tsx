/** Starts the app on the page that loads this file. */
import { startApp } from "./app/start.tsx";

const place = document.getElementById("root");
if (!place) throw new Error("the page has no place for the app");
await startApp(place);
