import { describe, expect, it } from "vitest";
import { ADMIN, ONLY_GUEST, STAFF, USER } from "../../auth/roles.ts";
import { isActive } from "./active.ts";
import { ENTRIES } from "./entries.ts";
import { flatten, indentOf, openGroups, targetOf, visibleTo } from "./model.ts";
import type { NavigationItem, Visitor } from "./model.ts";
import { TEMPLATE } from "./template.ts";

const item = (id: string, more: Partial<NavigationItem> = {}): NavigationItem => ({
  id,
  type: "item",
  title: "shell.lobby",
  url: `/${id}`,
  ...more,
});
const group = (id: string, children: NavigationItem[], more: Partial<NavigationItem> = {}): NavigationItem => ({
  id,
  type: "collapse",
  title: "shell.rules",
  children,
  ...more,
});
const player: Visitor = { roles: ["user"], permissions: [145], type: "player" };
const guest: Visitor = { roles: [], permissions: [], type: null };
const ids = (tree: readonly NavigationItem[]) => tree.map(({ id }) => id);

describe("who sees what", () => {
  const tree = [
    item("everybody"),
    item("admins", { auth: ADMIN }),
    item("staff", { auth: STAFF }),
    item("users", { auth: USER }),
    item("guests", { auth: ONLY_GUEST }),
  ];
  it("goes by role: no list is for everybody, an empty one for guests alone", () => {
    expect(ids(visibleTo(tree, player))).toEqual(["everybody", "users"]);
    expect(ids(visibleTo(tree, guest))).toEqual(["everybody", "guests"]);
    expect(ids(visibleTo(tree, { ...player, roles: ["staff"] }))).toEqual(["everybody", "staff", "users"]);
    expect(ids(visibleTo(tree, { ...player, roles: ["admin"] }))).toEqual(["everybody", "admins", "staff", "users"]);
  });
  it("goes by level: one permission of the list, or the type of user, is enough", () => {
    const levelled = [
      item("play", { levels: [145] }),
      item("kick", { levels: [146] }),
      item("either", { levels: [146, 145] }),
      item("players", { levels: ["player"] }),
      item("operators", { levels: ["operator"] }),
    ];
    expect(ids(visibleTo(levelled, player))).toEqual(["play", "either", "players"]);
    expect(ids(visibleTo(levelled, { ...player, permissions: [] }))).toEqual(["players"]);
  });
  it("shows the player's five entries to level 145 alone", () => {
    expect(visibleTo(ENTRIES, player)).toHaveLength(5);
    expect(visibleTo(ENTRIES, { ...player, permissions: [146] })).toEqual([]);
  });
  it("leaves out a group of which nothing is left, and keeps the rest of another", () => {
    const nested = [
      group("empty", [item("a", { auth: ADMIN }), group("deeper", [item("b", { auth: ADMIN })])]),
      group("half", [item("c", { auth: ADMIN }), item("d")]),
    ];
    const seen = visibleTo(nested, player);
    expect(ids(seen)).toEqual(["half"]);
    expect(ids(seen[0]?.children ?? [])).toEqual(["d"]);
    // The tree itself is as it was: another player sees it anew.
    expect(nested[1]?.children).toHaveLength(2);
  });
  it("hides from a group's children what hides the group", () => {
    expect(visibleTo([group("staff", [item("a")], { auth: STAFF })], player)).toEqual([]);
  });
});

describe("what is active", () => {
  it("is the entry whose address the path equals or stands below", () => {
    expect(isActive(item("lobby"), "/lobby")).toBe(true);
    expect(isActive(item("lobby"), "/lobby/3/egypt")).toBe(true);
    expect(isActive(item("lobby"), "/lobby/")).toBe(true);
  });
  it("is no entry that only begins alike", () => {
    expect(isActive(item("pages/auth/login"), "/pages/auth/login-2")).toBe(false);
    expect(isActive(item("profile"), "/pages/profile")).toBe(false);
  });
  it("is an exact entry on its own address alone", () => {
    expect(isActive(item("documentation", { exact: true }), "/documentation")).toBe(true);
    expect(isActive(item("documentation", { exact: true }), "/documentation/contract")).toBe(false);
  });
  it("is whatever holds an active child, however deep", () => {
    const tree = group("a", [group("b", [item("c/d")])]);
    expect(isActive(tree, "/c/d")).toBe(true);
    expect(isActive(tree, "/c")).toBe(false);
  });
});

it("opens all groups on the way to the present page, and no other", () => {
  const tree = [
    group("a", [group("b", [item("x")]), group("c", [item("y")])]),
    group("d", [item("z")]),
    group("header", [group("e", [item("v")])], { type: "group" }),
  ];
  expect(openGroups(tree, "/x")).toEqual(["a", "b"]);
  expect(openGroups(tree, "/y/deeper")).toEqual(["a", "c"]);
  expect(openGroups(tree, "/v")).toEqual(["e"]);
  expect(openGroups(tree, "/nowhere")).toEqual([]);
});

it("indents 24, then 40 and 16 a level, at most 80", () => {
  expect([0, 1, 2, 3, 4].map(indentOf)).toEqual([24, 56, 72, 80, 80]);
});

it("opens links in a new tab unless they say otherwise, and pages in this one", () => {
  expect(targetOf(item("a", { type: "link" }))).toBe("_blank");
  expect(targetOf(item("a", { type: "link", target: "_self" }))).toBe("_self");
  expect(targetOf(item("a"))).toBeUndefined();
});

it("lists every place with where it stands", () => {
  const flat = flatten([
    group("a", [item("x"), group("b", [item("y", { type: "link", url: "https://example.com/" })])]),
    item("z"),
  ]);
  expect(flat.map(({ id, path }) => [id, path.length])).toEqual([
    ["x", 1],
    ["y", 2],
    ["z", 0],
  ]);
  expect(flat[1]?.target).toBe("_blank");
});

describe("the template's part", () => {
  const all = flatten(TEMPLATE);
  it("names every entry once", () => {
    const names: string[] = [];
    const walk = (tree: readonly NavigationItem[]) => {
      for (const { id, children = [] } of tree) {
        names.push(id);
        walk(children);
      }
    };
    walk([...ENTRIES, ...TEMPLATE]);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(all.map(({ url }) => url)).size).toBe(all.length);
  });
  it("leads a player to the role examples, whose own guard says whom they are for", () => {
    const urls = flatten(visibleTo(TEMPLATE, player)).map(({ url }) => url);
    expect(urls.filter((url) => url.startsWith("/auth/"))).toEqual([
      "/auth/admin-role-example",
      "/auth/staff-role-example",
      "/auth/guest-role-example",
    ]);
  });
  it("shows guests nothing of it", () => {
    expect(visibleTo(TEMPLATE, guest)).toEqual([]);
  });
});
