import { describe, expect, it } from "vitest";
import { fragment, iceCredentials, withRestartedIce } from "./sdp.ts";
import { OFFER } from "./testing.ts";

describe("SDP", () => {
  it("writes a fragment with candidates below their media section", () => {
    const credentials = iceCredentials(OFFER("abcd"));
    expect(credentials).toEqual({ ufrag: "abcd", pwd: "pwd-abcd-0123456789012345" });
    if (!credentials) return;
    expect(
      fragment(
        OFFER("abcd"),
        credentials,
        [{ candidate: "candidate:1 1 udp 1 10.0.0.1 5 typ host", mid: "0" }],
        true,
      ).split("\r\n"),
    ).toEqual([
      "a=group:BUNDLE 0 1",
      "a=ice-ufrag:abcd",
      "a=ice-pwd:pwd-abcd-0123456789012345",
      "m=video 9 UDP/TLS/RTP/SAVPF 102",
      "a=mid:0",
      "a=candidate:1 1 udp 1 10.0.0.1 5 typ host",
      "a=end-of-candidates",
      "",
    ]);
  });
  it("puts new credentials and candidates into the old answer", () => {
    const restarted = withRestartedIce(
      OFFER("old").replace("a=mid:0", "a=mid:0\r\na=candidate:9 1 udp 9 10.9.9.9 9 typ host"),
      "a=ice-ufrag:new1\r\na=ice-pwd:newpwd\r\nm=video 9 X 0\r\na=mid:0\r\na=candidate:2 1 udp 2 10.0.0.2 6 typ host\r\na=end-of-candidates\r\n",
    );
    expect(restarted?.match(/a=ice-ufrag:new1/g)).toHaveLength(2);
    expect(restarted).not.toContain("10.9.9.9");
    expect(restarted?.indexOf("10.0.0.2")).toBeLessThan(restarted?.indexOf("m=audio") ?? 0);
    expect(withRestartedIce(OFFER("old"), "a=candidate:1")).toBeNull();
  });
});
