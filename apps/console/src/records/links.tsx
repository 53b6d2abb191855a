/** Links to the records of the house. Those who may not open one see its name alone. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { cx } from "@reelcast/ui";
import type { Permission } from "@reelcast/contract/console";
import { useMay } from "../session/me.ts";

const LINK = "hit underline decoration-line decoration-2 underline-offset-4 hover:decoration-gold";

interface RecordLinkProps {
  to: string;
  permission?: Permission;
  strong?: boolean;
  /** Filters of the list that it leads to. */
  search?: Readonly<Record<string, string | number>>;
  children: ReactNode;
}
export function RecordLink({ to, permission = "floor.view", strong = false, search, children }: RecordLinkProps) {
  const may = useMay();
  return may(permission) ? (
    <Link to={to as "/"} {...(search && { search: search as never })} className={cx(LINK, strong && "font-semibold")}>
      {children}
    </Link>
  ) : (
    <span className={cx(strong && "font-semibold")}>{children}</span>
  );
}
export const PlayerLink = ({ id, name, strong }: { id: number; name: string; strong?: boolean }) => (
  <RecordLink to={`/players/${id}`} permission="player.view" {...(strong && { strong })}>
    <bdi>{name}</bdi>
  </RecordLink>
);
export const MachineLink = ({ id, name }: { id: number; name: string }) => (
  <RecordLink to={`/machine/${id}`}>
    <bdi>{name}</bdi>
  </RecordLink>
);
export const GameLink = ({ id, strong = false }: { id: string; strong?: boolean }) => (
  <RecordLink to={`/games/${id}`} strong={strong}>
    <bdi dir="ltr" className="figures">
      {id}
    </bdi>
  </RecordLink>
);
/** The first part of an id is enough in a list. */
export const TransferLink = ({ id, strong = false }: { id: string; strong?: boolean }) => (
  <RecordLink to={`/transfers/${id}`} strong={strong}>
    <bdi dir="ltr" className="figures">
      {id.slice(0, 8)}
    </bdi>
  </RecordLink>
);
