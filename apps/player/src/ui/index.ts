/** The design system: tokens (styles/), and components without business words. Imports nothing of the app. */
export * from "./amount.ts";
export * from "./Button.tsx";
export * from "./Chip.tsx";
export * from "./cx.ts";
export * from "./DataTable.tsx";
export * from "./Dialog.tsx";
export * from "./Field.tsx";
export * from "./icons.tsx";
export * from "./Loading.tsx";
export * from "./Money.tsx";
export * from "./money.ts";
export * from "./SearchField.tsx";
export * from "./Select.tsx";
export * from "./Slow.tsx";
export * from "./toast.ts";
export * from "./useSlow.ts";
export * from "./useOnceTrue.ts";
