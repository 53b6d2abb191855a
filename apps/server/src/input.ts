/** Invalid input of an operator. `message` is one sentence; nothing has changed. */
export class InputError extends Error {
  override name = "InputError";
}
