/** Starts the app: first the steps before it, then the app, or the one screen that says why not. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { StartFailed } from "./app/screens.tsx";
import { start } from "./startup/index.ts";

const place = document.getElementById("root");
if (!place) throw new Error("the page has no place for the app");
const started = await start();
if (started === "failed") document.body.dataset["ready"] = "true";
createRoot(place).render(<StrictMode>{started === "ready" ? <App /> : <StartFailed />}</StrictMode>);
