/** What an operator typed or wrote that can't be used. `message` is one sentence; nothing has changed. */
export class InputError extends Error {
  override name = "InputError";
}
