import { expect, it, vi } from "vitest";
import { drawToasts, toast } from "./toast.ts";
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
