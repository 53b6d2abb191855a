/** METRICS_PORT: every role has it. */
import { ConfigError } from "../config.ts";
import { openMetricsPort } from "../edge/http/metrics.ts";
import type { MetricsText } from "../metrics/index.ts";

/** @throws ConfigError where the port is taken */
export function bindMetrics(
  { host, port }: { host: string; port: number },
  metrics: MetricsText,
): Promise<AsyncDisposable> {
  return openMetricsPort({ host, port, metrics }).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    throw new ConfigError(
      `METRICS_PORT ${port} is in use: another program, or another house, listens on ${host}:${port}.`,
    );
  });
}
