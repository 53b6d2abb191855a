import type { DisplayState, VideoSource } from "@reelcast/machine";
import { expect, it, vi } from "vitest";
import { createTestNetwork } from "../../bus/testing/network.ts";
import type { MachineHost } from "../machineHost.ts";
import { createRemoteDisplays } from "./remoteDisplays.ts";
import { serveDisplays } from "./serveDisplays.ts";

const MACHINE_ID = 7;
const displayOf = (from: string) =>
  ({
    from,
    presses: 1,
    reels: { stops: [0], from: [0], spin: null, stripSet: "base" },
    meters: { credit: 0, bet: 0, win: 0, count: null },
    gamble: null,
    lastPress: null,
    banner: null,
  }) as unknown as DisplayState;
const fromOf = (display: DisplayState) => (display as unknown as { from: string }).from;

/** A floor that has the machine open, with authority or without. */
function openFloor(network: ReturnType<typeof createTestNetwork>, name: string, hasAuthority: boolean) {
  const node = { hasAuthority: vi.fn(() => hasAuthority) };
  const listeners = new Set<(display: DisplayState) => void>();
  const source: VideoSource = {
    kind: "drawn",
    display: () => displayOf(name),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const onHost = serveDisplays(network.join(name), node);
  const host = { row: { id: MACHINE_ID }, source } as unknown as MachineHost;
  onHost("open", host);
  return {
    node,
    show: () => listeners.forEach((listener) => listener(displayOf(name))),
    close: () => onHost("closing", host),
  };
}

it("a machine's picture comes from the floor with authority alone", async () => {
  const network = createTestNetwork();
  const former = openFloor(network, "former", false);
  const owner = openFloor(network, "owner", true);
  const displays = createRemoteDisplays(network.join("media"));
  const source = await displays.source(MACHINE_ID);
  if (source?.kind !== "drawn") throw new Error("the machine is drawn");
  expect(fromOf(source.display())).toBe("owner");
  const shown: string[] = [];
  source.subscribe((display) => shown.push(fromOf(display)));
  former.node.hasAuthority.mockReturnValue(true);
  // It is asked as well, and sends its states from then on; then it loses its authority again.
  await displays.source(MACHINE_ID);
  await vi.waitFor(() => {
    former.show();
    expect(shown).toContain("former");
  });
  former.node.hasAuthority.mockReturnValue(false);
  shown.length = 0;
  former.show();
  owner.show();
  await vi.waitFor(() => expect(shown).toContain("owner"));
  expect(shown).not.toContain("former");
  displays.stop();
  former.close();
  owner.close();
});
