/** Processes that must not outlive this one, such as those of a test that ends early. Empty at first: add and delete process ids. */
export function endedAtExit(): Set<number> {
  const running = new Set<number>();
  process.on("exit", () => {
    for (const pid of running) {
      for (const signal of ["SIGCONT", "SIGQUIT"] as const) {
        try {
          process.kill(pid, signal);
        } catch {
          // It has ended.
        }
      }
    }
  });
  return running;
}
