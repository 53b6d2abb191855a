/**
 * Callbacks for encoders of @napi-rs/webcodecs, which keeps its callbacks alive until the process ends, even after
 * `close()`. These callbacks reference one small object, whose reference to the receiver can be released.
 */
export interface EncoderCallbacks<Chunk> {
  output: (chunk: Chunk) => void;
  error: (error: Error) => void;
}

/** `release`: drops the receiver; nothing is received from then on. */
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

/** A separate function, because closures of one function share one context. */
function callbacksOf<Chunk>(held: CallbackHolder<Chunk>): EncoderCallbacks<Chunk> {
  return {
    output: (chunk) => held.receiver?.output(chunk),
    error: (error) => held.receiver?.error(error),
  };
}
