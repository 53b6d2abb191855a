/**
 * What an encoder of @napi-rs/webcodecs is given to call: the library holds these two functions until the process ends,
 * also after `close()`, and with them all that they can reach. They reach one small object, which lets go of the rest.
 */
export interface EncoderCallbacks<Chunk> {
  output: (chunk: Chunk) => void;
  error: (error: Error) => void;
}

/** `release`: nothing is received from then on, and nothing is held. */
export function createEncoderCallbacks<Chunk>(to: EncoderCallbacks<Chunk>): {
  callbacks: EncoderCallbacks<Chunk>;
  release: () => void;
} {
  const held: CallbackHolder<Chunk> = { receiver: to };
  return { callbacks: callbacksOf(held), release: () => void (held.receiver = null) };
}

interface CallbackHolder<Chunk> {
  receiver: EncoderCallbacks<Chunk> | null;
}

/** In a function of its own: closures of one function share all that any of them uses. */
function callbacksOf<Chunk>(held: CallbackHolder<Chunk>): EncoderCallbacks<Chunk> {
  return {
    output: (chunk) => held.receiver?.output(chunk),
    error: (error) => held.receiver?.error(error),
  };
}
