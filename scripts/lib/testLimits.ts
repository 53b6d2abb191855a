/**
 * How long a test waits for a state that it expects (`expect.poll`, `expect.element`, `vi.waitFor`, an action in a page), ms.
 * Only a test that fails takes so long: a computer that does other things too is slow, and a shorter limit finds nothing more.
 */
export const WITHIN_MS = 20_000;
