/** Classes of what dims the page behind a dialog or a sheet. */
export const BACKDROP =
  "fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0";
