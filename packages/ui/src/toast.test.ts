import { expect, it, vi } from "vitest";
import { configureToasts, drawToasts, toast } from "./toast.ts";
import type { ToastMessage } from "./toast.ts";

it("keeps toasts until they can be drawn, one for each id, and gives up what was closed", () => {
  toast.info("first", { id: "countdown" });
  toast.info("second", { id: "countdown" });
  toast.close(toast.error("gone"));
  const add = vi.fn();
  const stop = drawToasts({ add, close: vi.fn() });
  expect(add.mock.calls.map(([message]) => message.description)).toEqual(["second"]);

  toast.success("now");
  expect(add).toHaveBeenCalledTimes(2);
  stop();
  toast.success("later");
  expect(add).toHaveBeenCalledTimes(2);
});

it("draws again what was not closed while nothing could be drawn, and nothing of a player who is gone", () => {
  const closed = vi.fn();
  const first = { add: vi.fn<(message: ToastMessage) => void>(), close: vi.fn() };
  const stop = drawToasts(first);
  toast.forget();
  toast.info("an offer", { id: "offer" });
  toast.info("read", { id: "read", onClose: closed });
  first.add.mock.calls.at(-1)?.[0].onClose();
  expect(closed).toHaveBeenCalledOnce();
  stop();
  toast.info("a word of a friend");
  const next = { add: vi.fn<(message: ToastMessage) => void>(), close: vi.fn() };
  drawToasts(next)();
  expect(next.add.mock.calls.map(([message]) => message.description)).toEqual(["an offer", "a word of a friend"]);
  toast.forget();
  for (let n = 0; n < 500; n += 1) toast.info(`word ${n}`);
  const last = { add: vi.fn<(message: ToastMessage) => void>(), close: vi.fn() };
  drawToasts(last)();
  expect(last.add.mock.calls.length).toBeLessThan(50);
  expect(last.add.mock.calls.at(-1)?.[0].description).toBe("word 499");
});

it("shows toasts and messages for as long as the house says, and banners until they are closed", () => {
  const add = vi.fn<(message: ToastMessage) => void>();
  toast.forget();
  const stop = drawToasts({ add, close: vi.fn() });
  configureToasts({ toast: 2_000, message: 9_000 });
  toast.info("done");
  toast.success("done");
  toast.warning("a message");
  toast.error("a message");
  toast.info("a message", { lasts: "message" });
  toast.error("it stays", { lasts: "banner" });
  toast.warning("a countdown", { lasts: 10_000 });
  expect(add.mock.calls.map(([{ timeout }]) => timeout)).toEqual([2_000, 2_000, 9_000, 9_000, 9_000, 0, 10_000]);
  stop();
  configureToasts({ toast: 3_000, message: 6_000 });
});
