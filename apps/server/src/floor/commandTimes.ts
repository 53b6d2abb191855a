/** Times that go to a machine with a command, milliseconds. */

/** A press that reaches the machine later than this is not carried out. */
export const PRESS_TTL_MS = 1_000;
/** The machine releases its lock by itself after this time. */
export const LOCK_MS = 10_000;
