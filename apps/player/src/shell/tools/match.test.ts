import { describe, expect, it } from "vitest";
import { MOST_SHORTCUTS, changed, existing, search, titled } from "./match.ts";

const named = (...titles: string[]) => titles.map((title) => ({ title }));
const titles = (places: { title: string }[]) => places.map(({ title }) => title);

describe("the search in the navigation", () => {
  const places = named("Lobi", "Kurallar", "İşlemler", "Oyun Oturumları", "Işıklar", "Şifremi unuttum", "Profil");

  it("finds by a part of the name, whatever marks and capitals are typed", () => {
    expect(titles(search(places, "islem"))).toEqual(["İşlemler"]);
    expect(titles(search(places, "İŞLEM"))).toEqual(["İşlemler"]);
    expect(titles(search(places, "  OTURUMLARI "))).toEqual(["Oyun Oturumları"]);
    expect(titles(search(places, "ısık"))).toEqual(["Işıklar"]);
    expect(titles(search(places, "sifre"))).toEqual(["Şifremi unuttum"]);
  });
  it("finds Arabic without its marks", () => {
    expect(titles(search(named("القَواعِد"), "القواعد"))).toEqual(["القَواعِد"]);
    expect(titles(search(named("الإعدادات"), "اعدادات"))).toEqual(["الإعدادات"]);
  });
  it("gives no list for an empty query", () => {
    expect(search(places, "")).toEqual([]);
    expect(search(places, "   ")).toEqual([]);
  });
  it("gives nothing where nothing matches", () => {
    expect(search(places, "xyz")).toEqual([]);
  });
  it("gives at most ten, those that begin with it first", () => {
    const many = named("Page of all", ...Array.from({ length: 20 }, (_, at) => `All ${at}`));
    expect(search(many, "all")).toHaveLength(10);
    expect(titles(search(named("Page of all", "All pages"), "all"))).toEqual(["All pages", "Page of all"]);
  });
  it("takes signs as they are, not as a pattern", () => {
    expect(titles(search(named("404: page", "Lobby"), "404:"))).toEqual(["404: page"]);
    expect(search(named("Lobby"), ".*")).toEqual([]);
    expect(search(named("Lobby"), "(")).toEqual([]);
  });
});

describe("shortcuts", () => {
  const places = named("İşlemler", "Profil", "Profil sayfası");
  it("are found by a part of their title in any case", () => {
    expect(titles(titled(places, "PROFİL"))).toEqual(["Profil", "Profil sayfası"]);
    expect(titles(titled(places, "işlem"))).toEqual(["İşlemler"]);
    expect(titles(titled(places, ""))).toHaveLength(3);
    expect(titles(titled(places, "ISLEM"))).toEqual(["İşlemler"]);
  });
  it("are added at the end and taken away", () => {
    expect(changed(["a"], { id: "b", add: true }, null)).toEqual(["a", "b"]);
    expect(changed(["a", "b"], { id: "a", add: false }, null)).toEqual(["b"]);
    // Twice is once.
    expect(changed(["a", "b"], { id: "a", add: true }, null)).toEqual(["a", "b"]);
    expect(changed(["a"], { id: "b", add: false }, null)).toEqual(["a"]);
  });
  it("are no more than the server keeps", () => {
    const full = Array.from({ length: MOST_SHORTCUTS }, (_, at) => String(at));
    expect(changed(full, { id: "one more", add: true }, null)).toEqual(full);
    expect(changed(full, { id: "0", add: false }, null)).toHaveLength(MOST_SHORTCUTS - 1);
  });
  it("lose at a change what the house no longer has, so that it takes no room", () => {
    const gone = Array.from({ length: MOST_SHORTCUTS - 1 }, (_, at) => `gone-${at}`);
    const known = new Set(["lobby", "rules"]);
    expect(existing([...gone, "lobby"], known)).toEqual(["lobby"]);
    expect(changed([...gone, "lobby"], { id: "rules", add: true }, known)).toEqual(["lobby", "rules"]);
    expect(changed([...gone, "lobby"], { id: "lobby", add: false }, known)).toEqual([]);
    // As long as it can't be said what is there, nothing is lost.
    expect(changed([...gone], { id: "rules", add: true }, null)).toEqual([...gone, "rules"]);
  });
});
