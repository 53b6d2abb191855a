/** What a device shows of the installed app: the manifest and the icons that it names. */
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";

const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url));
interface Manifest {
  display: string;
  start_url: string;
  theme_color: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
}
const manifest = JSON.parse(String(await read("public/manifest.webmanifest"))) as Manifest;

/** Width and height in the header of a PNG (https://www.w3.org/TR/png-3/#11IHDR). */
function sizeOf(png: Buffer): string {
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

describe("the installed app", () => {
  it("opens without the browser's own bars, in the colour that the page starts with", async () => {
    const page = String(await read("index.html"));
    expect(manifest).toMatchObject({ display: "standalone", start_url: "/" });
    expect(page).toContain(`<meta name="theme-color" content="${manifest.theme_color}" />`);
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
  });
  it("has the icons that it names, in those sizes", async () => {
    const pictures = manifest.icons.filter(({ type }) => type === "image/png");
    expect(pictures.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      "192x192 any",
      "512x512 any",
      "512x512 maskable",
    ]);
    for (const { src, sizes } of pictures) expect(sizeOf(await read(`public${src}`)), src).toBe(sizes);
    expect(sizeOf(await read("public/apple-touch-icon.png"))).toBe("180x180");
  });
});
