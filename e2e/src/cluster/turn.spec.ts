/** Viewers whose network lets nothing through but TURN: the whole picture comes over a real coturn. */
import { type Page, expect, test } from "@playwright/test";
import { CHROMIUM_ARGS, findTestBrowser } from "../chromium.ts";
import { Coturn } from "../coturn.ts";
import { TestServer } from "../testServer.ts";
import { PlayerPage } from "../playerPage.ts";

const executablePath = findTestBrowser();
test.use({
  // The certificate of `turns:` is this test's own.
  launchOptions: {
    args: [...CHROMIUM_ARGS, "--ignore-certificate-errors"],
    ...(executablePath ? { executablePath } : {}),
  },
});

let turn: Coturn;
let house: TestServer;
test.beforeAll(async () => {
  turn = await Coturn.open();
  house = await TestServer.open({
    TURN_URLS: [turn.url("udp"), turn.url("tcp"), turn.url("tls")].join(","),
    TURN_SECRET: turn.secret,
    // coturn is on the loopback address, and answers must come from where it sent to.
    VIDEO_BIND_ADDRESS: "127.0.0.1",
    VIDEO_PROXY_PORT: "0",
  });
});
test.afterAll(async () => {
  await house.close();
  await turn.close();
});

/** As in a network that lets out nothing but this one way to the TURN server. */
async function allowOnly(page: Page, url: string): Promise<void> {
  await page.addInitScript((allowed) => {
    const Unrestricted = globalThis.RTCPeerConnection;
    const restricted = (configuration: RTCConfiguration = {}): RTCConfiguration => ({
      ...configuration,
      iceServers: (configuration.iceServers ?? []).flatMap((server) =>
        [server.urls].flat().includes(allowed) ? [{ ...server, urls: [allowed] }] : [],
      ),
      iceTransportPolicy: "relay",
    });
    globalThis.RTCPeerConnection = class extends Unrestricted {
      constructor(configuration?: RTCConfiguration) {
        super(restricted(configuration));
        Object.assign(globalThis, { peer: this });
      }
      override setConfiguration(configuration?: RTCConfiguration): void {
        super.setConfiguration(restricted(configuration));
      }
    };
  }, url);
}

/** The pair of candidates that the picture comes by: its local side, and what the browser speaks with the TURN server. */
function selectedPath(page: Page): Promise<{ type: unknown; relayProtocol: unknown }> {
  return page.evaluate(async () => {
    const { peer } = globalThis as unknown as { peer: RTCPeerConnection };
    const stats = new Map((await peer.getStats()).entries() as Iterable<[string, Record<string, unknown>]>);
    const transport = [...stats.values()].find(({ type }) => type === "transport");
    const pair = stats.get(String(transport?.["selectedCandidatePairId"]));
    const local = stats.get(String(pair?.["localCandidateId"]));
    return { type: local?.["candidateType"], relayProtocol: local?.["relayProtocol"] };
  });
}

for (const [index, transport] of (["udp", "tcp", "tls"] as const).entries()) {
  test(`the picture comes through a TURN server that can be reached by ${transport.toUpperCase()} alone`, async ({
    page,
  }) => {
    await allowOnly(page, turn.url(transport));
    const player = new PlayerPage(page);
    await player.login(house.url, `demo${index + 1}`);
    await page.getByRole("listitem").getByRole("link", { name: /Boş/ }).first().click();
    await player.seeLiveVideo();
    expect(await selectedPath(page)).toEqual({ type: "relay", relayProtocol: transport });
  });
}
