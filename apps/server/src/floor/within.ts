/** Waits a limited time for work. The work itself goes on. */

/** @param tooLate makes the error after `ms` */
export async function within<T>(ms: number, work: Promise<T>, tooLate: () => Error): Promise<T> {
  // After the time limit nobody handles its rejection.
  work.catch(() => {});
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooLate()), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
