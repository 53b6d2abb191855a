/** Where the query cache keeps the player's protection. */
export const PROTECTION = ["protection"];
