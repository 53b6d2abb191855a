/**
 * Components that React Compiler leaves as they are. It stores each part of what a component draws, so that the next drawing
 * can skip the parts that stay the same: a third more code. That is wasted where a component is small or seldom drawn again,
 * or where nearly all of it changes together. What draws them is compiled, and still skips them while their properties stay
 * the same. Here are only those that a visit loads before its first game: what comes later costs nothing at the start.
 *
 * None of them may have an effect that depends on a function or an object made in the component.
 */
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Folders of components, and in them the names of files. */
const DRAWN_WHOLE: Readonly<Record<string, readonly string[]>> = {
  "apps/player/src/app": ["App", "Plain", "PlayerRoot", "statusScreens"],
  "apps/player/src/shell": ["Balance", "BarActions", "Notes", "Shell", "Waiting"],
  "apps/player/src/shell/layouts": ["Casino", "Logo", "MenuButton"],
  "apps/player/src/support": ["SupportEntry"],
  "apps/player/src/lobby": ["Head", "NoMachines", "Toolbar"],
  "apps/player/src/game": [
    "Actions",
    "BandSwitch",
    "Deck",
    "GameHeader",
    "InfoLine",
    "MessageLine",
    "Meters",
    "Picture",
    "PictureArea",
    "SessionClock",
    "SteadyMoney",
    "VideoView",
    "Waiting",
    "overlays",
  ],
  "packages/ui/src": ["Button", "Chip", "Loading", "Message", "SearchField", "Select", "Slow", "SpinnerIcon"],
};

/** The absolute paths of their files. */
export const drawnWhole = Object.entries(DRAWN_WHOLE).flatMap(([folder, names]) =>
  names.map((name) => `${ROOT}${folder}/${name}.tsx`),
);
