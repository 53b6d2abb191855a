/** Preloaded into a server under test (`node --import`): its wall clock is wrong by FAULT_CLOCK_SKEW_MS. */
const offsetMs = Number(process.env["FAULT_CLOCK_SKEW_MS"] ?? 0);
const RightDate = globalThis.Date;
if (offsetMs !== 0) {
  globalThis.Date = new Proxy(RightDate, {
    construct: (target, args: ConstructorParameters<DateConstructor>, newTarget) =>
      Reflect.construct(
        target,
        (args as unknown[]).length > 0 ? args : [RightDate.now() + offsetMs],
        newTarget,
      ) as Date,
    get: (target, key) => (key === "now" ? () => RightDate.now() + offsetMs : (Reflect.get(target, key) as unknown)),
  });
}
