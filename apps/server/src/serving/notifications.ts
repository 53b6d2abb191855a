/** Publishes notifications of other processes, which come through the database, on the bus of this process. */
import type { Logger } from "pino";
import type { Bus, Topic, Topics } from "../bus/bus.ts";
import { SETTINGS_CHANGED } from "../domain.ts";
import type { Domain } from "../domain.ts";
import type { LocalFloor } from "../floor/index.ts";

const FORWARDED: readonly string[] = [
  "machine.changed",
  "brand.changed",
  "player.ended",
  "player.balance",
  "player.checking",
  "player.limits",
  "jackpot",
  "chat.changed",
  "desk.changed",
  "desk.canned",
  "staff.ended",
  "staff.changed",
] satisfies Topic[];

const hasTopic = (value: unknown): value is { topic: unknown } =>
  typeof value === "object" && value !== null && "topic" in value;
const isForwarded = (value: unknown): value is { topic: Topic; message: Topics[Topic] } =>
  hasTopic(value) && "message" in value && FORWARDED.includes(String(value.topic));

/** @returns the function that ends it */
export async function followNotifications(
  { storage, settings }: Domain,
  { floor, bus, log }: { floor: LocalFloor | null; bus: Bus; log: Logger },
): Promise<() => Promise<void>> {
  if (floor)
    bus.subscribe("machine.changed", ({ id }) => {
      floor
        .reload(id)
        .catch((error: unknown) => log.error({ err: error, machineId: id }, "a machine could not be read again"));
    });
  const refreshSettings = () =>
    void settings.refresh().catch((error: unknown) => log.warn({ err: error }, "the settings could not be read again"));
  const onNotification = (payload: unknown) => {
    // Each process gets it from the database.
    if (isForwarded(payload)) bus.publish(payload.topic, payload.message, "process");
    else if (hasTopic(payload) && payload.topic === SETTINGS_CHANGED.topic) refreshSettings();
  };
  return storage.listen(onNotification, () => {
    floor?.reloadAll();
    refreshSettings();
  });
}
