/** Where a visitor comes from: what is said while it is checked, and where the check says nothing of a country. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { openApp } from "../testing/openApp.ts";
import { LOST, onCall, restoreCall } from "../testing/scriptedServer.ts";

const logIn = () => page.getByRole("button", { name: "Giriş yap" });

it("a visitor of no known country reads the address, and of no country", async () => {
  onCall("check", { status: 0, code: 0, ip: "203.0.113.9", country: "" });
  await openApp("/login", { login: null, settings: { ipCheck: true } });
  await expect.element(page.getByRole("alert")).toMatchTextContent("203.0.113.9 adresiyle bağlandığınızı görüyoruz");
  await expect.element(page.getByRole("alert")).not.toMatchTextContent("ülkesinden");
  expect(
    page
      .getByRole("term")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(["IP adresi"]);
  expect(logIn().elements()).toEqual([]);
});

it("while the address is checked the page says so; a check that fails is said, and made again with the page", async () => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  onCall("check", () => held.then((): typeof LOST => LOST));
  const opened = openApp("/login", { login: null, settings: { ipCheck: true } });
  await expect.element(page.getByRole("status").filter({ hasText: "IP adresiniz kontrol ediliyor" })).toBeVisible();
  expect(logIn().elements()).toEqual([]);
  answer();
  await expect
    .element(page.getByRole("alert"))
    .toMatchTextContent("Ağ bağlantısında hata oluştu, lütfen sayfayı yenileyin");
  await opened;
  restoreCall("check");
  await openApp("/login", { login: null, settings: { ipCheck: true } });
  await expect.element(logIn()).toBeVisible();
});
