import { expect, it, vi } from "vitest";
import { drawToasts, toast } from "./toast.ts";

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
