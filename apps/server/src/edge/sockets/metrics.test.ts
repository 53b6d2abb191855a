/** What the sockets count. */
import { AppError, ErrorCode } from "@reelcast/contract";
import { afterEach, expect, it, vi } from "vitest";
import { createMetrics } from "../../metrics/index.ts";
import { openSockets } from "./testing.ts";

let house: Awaited<ReturnType<typeof openSockets>> | undefined;
afterEach(async () => {
  await house?.close();
  house = undefined;
});

it("open sockets, how they end, and how long a press takes", async () => {
  const metrics = createMetrics();
  house = await openSockets({ metrics });
  const value = async (name: string) =>
    (await metrics.text())
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")[1];
  const client = await house.sit();
  const press = house.connections[0]?.press;
  await client.ask("press", { control: "play" }, 1);
  press?.mockRejectedValueOnce(new AppError(ErrorCode.PressRefused));
  await client.ask("press", { control: "play" }, 2);
  press?.mockRejectedValueOnce(new AppError(ErrorCode.ServiceUnavailable));
  await client.ask("press", { control: "play" }, 3);
  for (const outcome of ["accepted", "refused", "failed"])
    expect([outcome, await value(`reelcast_press_duration_seconds_count{outcome="${outcome}"}`)]).toEqual([
      outcome,
      "1",
    ]);
  expect(await value('reelcast_sockets{socket="game"}')).toBe("1");
  client.socket.close(4321, "a code that nobody knows");
  await vi.waitFor(async () => expect(await value('reelcast_sockets{socket="game"}')).toBe("0"));
  expect(await value('reelcast_socket_closes_total{socket="game",code="other"}')).toBe("1");
  const refused = house.client("/ws/game?token=");
  await refused.closed;
  // The server does not read a socket that it has closed: it ends a second later.
  await vi.waitFor(async () =>
    expect(await value('reelcast_socket_closes_total{socket="game",code="4401"}')).toBe("1"),
  );
});
