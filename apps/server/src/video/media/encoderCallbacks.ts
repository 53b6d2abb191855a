/**
 * What an encoder of @napi-rs/webcodecs is given to call: the library holds these two functions until the process ends,
 * also after `close()`, and with them all that they can reach. They reach one small object, which lets go of the rest.
 */
export interface Receiver<Chunk> {
  output: (chunk: Chunk) => void;
  error: (error: Error) => void;
}

/** `release`: nothing is received from then on, and nothing is held. */
export function createReceiver<Chunk>(to: Receiver<Chunk>): { callbacks: Receiver<Chunk>; release: () => void } {
  const held: Held<Chunk> = { receiver: to };
  return { callbacks: callbacksOf(held), release: () => void (held.receiver = null) };
}

interface Held<Chunk> {
  receiver: Receiver<Chunk> | null;
}

/** In a function of its own: closures of one function share all that any of them uses. */
function callbacksOf<Chunk>(held: Held<Chunk>): Receiver<Chunk> {
  return {
    output: (chunk) => held.receiver?.output(chunk),
    error: (error) => held.receiver?.error(error),
  };
}
