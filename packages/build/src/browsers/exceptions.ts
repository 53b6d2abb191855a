/**
 * What the built apps may use although a target lacks it: behind a test for it, or where nothing is lost without it. Each has its
 * place and its reason. One that is no longer needed stops the build.
 */
export interface Exception {
  feature: string;
  /** Modules, or style sheets of any module. */
  in: RegExp | "styles";
  /** The app that needs it; by default both. */
  only?: "player" | "console";
  reason: string;
}

const REACT = /node_modules\/react-dom\//;

export const EXCEPTIONS: readonly Exception[] = [
  { feature: "requestIdleCallback", in: /ui\/src\/whenIdle\.ts$/, reason: "a timer takes its place" },
  {
    feature: "requestIdleCallback",
    in: /player\/src\/game\/loadLater\.ts$/,
    only: "player",
    reason: "a timer takes its place",
  },
  {
    feature: "scheduler",
    in: /player\/src\/startup\/nextTask\.ts$/,
    only: "player",
    reason: "a timer takes its place",
  },
  {
    feature: "documentPictureInPicture",
    in: /player\/src\/game\/pipKind\.ts$/,
    only: "player",
    reason: "no button without it",
  },
  {
    feature: ".requestWindow",
    in: /player\/src\/game\/pipWindow\.ts$/,
    only: "player",
    reason: "no button without it",
  },
  {
    feature: ".createPolicy",
    in: /player\/src\/support\/liveChat\.ts$/,
    only: "player",
    reason: "called only if `trustedTypes` exists",
  },
  { feature: "navigation", in: REACT, reason: "React tests for it" },
  { feature: ".skipTransition", in: REACT, reason: "React calls it for a transition that the browser has begun" },
  { feature: ".createElement({is})", in: REACT, reason: "no element of the apps is customized" },
  { feature: "setImmediate", in: /node_modules\/scheduler\//, reason: "React tests for it" },
  { feature: "Error.captureStackTrace", in: /node_modules\/zod\//, reason: "Zod tests for it" },
  { feature: ".checkVisibility", in: /node_modules\/@base-ui\//, reason: "Base UI tests for it" },
  { feature: ".focus({focusVisible})", in: /node_modules\/@base-ui\//, reason: "without it the browser decides" },
  { feature: ".toBase64", in: /node_modules\/qr\//, only: "console", reason: "a loop takes its place" },
  {
    feature: "PublicKeyCredential.getClientCapabilities",
    only: "console",
    in: /node_modules\/@simplewebauthn\//,
    reason: "SimpleWebAuthn tests for it",
  },
  { feature: "scrollbar-color", in: "styles", reason: "the bar has the browser's colours" },
  { feature: "scrollbar-width", in: "styles", reason: "the bar has the browser's width" },
  { feature: "text-size-adjust", in: "styles", reason: "only phones enlarge texts" },
  { feature: "field-sizing", in: "styles", only: "player", reason: "the field keeps its height and scrolls" },
  { feature: "overflow-anchor", in: "styles", only: "player", reason: "turns off what those browsers do not do" },
  { feature: "contain-intrinsic-size", in: "styles", only: "console", reason: "of no use without content-visibility" },
  { feature: "content-visibility", in: "styles", only: "console", reason: "saves work, changes no picture" },
  { feature: ":open", in: "styles", only: "player", reason: "in `:is()`, which leaves out what it does not know" },
  { feature: ":view-transition", in: "styles", only: "player", reason: "such a browser moves nothing" },
  { feature: ":view-transition-group", in: "styles", only: "player", reason: "such a browser moves nothing" },
  {
    feature: ":popover-open",
    in: "styles",
    only: "player",
    reason: "in `:is()`, which leaves out what it does not know",
  },
];
