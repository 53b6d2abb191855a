/** Keeps the machine's name in the address, whatever address led here. */
import { useNavigate, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { slugOf } from "../i18n/slug.ts";

/** @param machine null while its name is unknown */
export function useAddress(machine: { name: string } | null): void {
  const navigate = useNavigate();
  const { gameId, name } = useParams({ strict: false });
  const slug = machine ? slugOf(machine.name) : undefined;
  useEffect(() => {
    if (gameId === undefined || slug === undefined || name === slug) return;
    // A name that comes late must not take a player back who is on the way to another screen.
    if (!location.pathname.startsWith("/game/")) return;
    void navigate({ to: "/game/$gameId/$name", params: { gameId, name: slug }, state: true, replace: true });
  }, [navigate, gameId, name, slug]);
}
