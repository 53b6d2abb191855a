/** The number of a machine, as it is typed in commands. */
import { InputError } from "../input.ts";

/** @throws InputError */
export function machineId(text: string): number {
  const id = Number(text);
  if (!/^\d{1,9}$/.test(text) || id <= 0) throw new InputError(`"${text}" is not the number of a machine.`);
  return id;
}
