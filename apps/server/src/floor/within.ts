/** Waits for something no longer than it may take. It goes on all the same: only the waiting ends. */

/** @param tooLate what is thrown after `ms` */
export async function within<T>(ms: number, work: Promise<T>, tooLate: () => Error): Promise<T> {
  // Should it fail after that, nobody hears it here any more.
  work.catch(() => {});
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooLate()), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
