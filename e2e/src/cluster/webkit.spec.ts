/** Safari's family on Linux: Debian builds WebKitGTK without WebRTC, so everything but the live picture is tried. */
import { expect, test } from "../fixtures.ts";
import { minorUnits } from "../playerPage.ts";
import { freePort } from "../freePort.ts";
import { WebKit, findWebKit } from "../webkit.ts";

const MACHINE = "Polar Fire";

test("WebKitGTK says what its missing WebRTC means, and logs in, plays and cashes out without the picture", async ({
  house,
  account,
}) => {
  const path = findWebKit();
  expect(path, "a WebKitGTK to try with").not.toBeNull();
  const webKit = await WebKit.open(path ?? "", await freePort());
  const says = (text: string | RegExp) => expect.poll(() => webKit.text(), { timeout: 30_000 }).toMatch(text);
  /** Once it can be pressed. */
  const press = (selector: string, name: string) =>
    expect(() => webKit.press(selector, name)).toPass({ timeout: 60_000 });
  const credit = async () => minorUnits(await webKit.run<string>(CREDIT));
  try {
    await webKit.goto(`${house.url}/login`);
    expect(await webKit.run("return typeof RTCPeerConnection")).toBe("undefined");
    await says("Canlı görüntü bu tarayıcıda kapalı");
    await says(/VPN/);
    await press("button", "Görüntüsüz devam et");

    await expect(() => webKit.fill("Kullanıcı adı", account.username)).toPass();
    await webKit.fill("Şifre", account.password);
    await press("button", "Giriş yap");
    await expect.poll(() => webKit.path()).toBe("/lobby");
    await says(MACHINE);
    await press("main a[href]", MACHINE);
    await expect.poll(() => webKit.path()).toMatch(/^\/game\//);

    await says("Görüntü başlatılamadı. Oyun sürüyor, krediniz güvende.");
    await press("button", "makineye para aktar");
    await expect(() => webKit.fill("Tutar", "100")).toPass();
    await press("[role=dialog] button", "Aktar ");
    await press("[role=alertdialog] button", "Aktar ");
    await expect.poll(credit).toBe(100_00);
    // Playing unseen is asked about once, apart from the deposit.
    await press("button", "Oyna");
    await press("[role=alertdialog] button", "Görüntüsüz devam et");
    await press("button", "Oyna");
    await expect.poll(credit).not.toBe(100_00);
    await press("button", "Çıkış");
    await press("[role=alertdialog] button", "Çıkış ve parayı al");
    await expect.poll(() => webKit.path(), { timeout: 90_000 }).toBe("/lobby");
    await says(/₺[\d.]+,\d\d/);
  } finally {
    await webKit.close();
  }
});
const CREDIT = `return document.querySelector("[role=status][aria-label='Kredi']")?.innerText ?? ""`;
