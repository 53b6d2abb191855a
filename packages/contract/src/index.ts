/** The contract between the app and the server: schemas, settings, error catalogue, constants. No behaviour. */
export * from "./account.ts";
export * from "./all.ts";
export * from "./calls.ts";
export * from "./entities.ts";
export * from "./errors.ts";
export * from "./history.ts";
export * from "./links.ts";
export * from "./passwords.ts";
export * from "./playRules.ts";
export * from "./settings.ts";
export * from "./sockets.ts";
export * from "./template.ts";
export * from "./theme.ts";
export * from "./visible.ts";
