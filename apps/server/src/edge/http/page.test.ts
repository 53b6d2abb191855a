import { describe, expect, it } from "vitest";
import { isForPage, pathOf, takesHtml } from "./page.ts";

describe("the Accept header of a client that accepts a page", () => {
  it.each([
    undefined,
    "",
    "*/*",
    "text/*",
    "text/html",
    "TEXT/HTML; charset=utf-8",
    "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "application/json, */*;q=0.1",
    "text/*;q=0, text/html",
    "*/*;q=0, text/html;level=1;q=0.4",
  ])("%j", (accept) => expect(takesHtml(accept)).toBe(true));
  it.each([
    "application/json",
    "image/avif,image/webp",
    "text/html;q=0, */*",
    "text/html;q=0.0",
    "text/*;q=0",
    "text/html;q=x",
    "text/plain, application/*",
  ])("not %j", (accept) => expect(takesHtml(accept)).toBe(false));
});

it("reads the path of an address as the router does", () => {
  expect(pathOf("/lobby?token=x")).toBe("/lobby");
  expect(pathOf("http://house.example/api/check?x")).toBe("/api/check");
  expect(pathOf("https://house.example")).toBe("/");
  expect(pathOf("/%61pi/check")).toBe("/api/check");
  expect(pathOf("/%zz")).toBe("/%zz");
});

it("has the page for paths of the app, and for no call, socket or file, however these are written", () => {
  const ask = (url: string, method = "GET") => isForPage({ method, url, headers: {} });
  for (const url of ["/", "/lobby/3/nordlys", "http://house.example/lobby", "/apis"])
    expect([url, ask(url)]).toEqual([url, true]);
  for (const url of ["/api/x", "/%61pi/x", "/ws/x", "http://house.example/api/x", "/gone.js", "/gone%2Ejs"])
    expect([url, ask(url)]).toEqual([url, false]);
  expect([ask("/", "HEAD"), ask("/", "POST")]).toEqual([true, false]);
});
