import { expect, test } from "vitest";
import { AUTH_PAGES } from "./routes.ts";
import { lookOf, variantsOf } from "./variants.ts";

test("an address says its layout", () => {
  expect(
    ["login", "login-2", "login-3/", "forgot-password-2", "lock"].map((page) => lookOf(`/pages/auth/${page}`)),
  ).toEqual([1, 2, 3, 2, 1]);
});
test("every page leads to its other layouts, and each of them is there", () => {
  const paths = AUTH_PAGES.map(({ path }) => path);
  expect(variantsOf("/pages/auth/register-3").map(({ path }) => path)).toEqual([
    "/pages/auth/register",
    "/pages/auth/register-2",
    "/pages/auth/register-3",
  ]);
  for (const path of paths) for (const variant of variantsOf(path)) expect(paths).toContain(variant.path);
  expect(variantsOf("/pages/auth/mail-confirm")).toEqual([]);
});
