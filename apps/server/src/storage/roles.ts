/**
 * The two logins of the embedded database. The owner owns all objects; it migrates and creates the partitions of logs. The
 * other login, of the running server, has the rights of grants.ts. Neither is a superuser.
 */
import { escapeIdentifier, escapeLiteral } from "pg";
import type { Client } from "pg";

export const OWNER = "reelcast_owner";
export const HOUSE = "reelcast_house";

const LESSER = "login nosuperuser nocreatedb nocreaterole noreplication nobypassrls";

/** Changes the owner of objects that a superuser created in older versions. Dependent objects change with theirs. */
const HAND_OVER = `
  do $$
  declare
    space oid := 'public'::regnamespace;
    item record;
  begin
    for item in
      select format('alter %s public.%I owner to ${OWNER}',
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, relname) as statement
      from pg_class c where relnamespace = space and relkind in ('r', 'p', 'v', 'm', 'S') and relowner <> '${OWNER}'::regrole
        and not (relkind = 'S' and exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i')))
      union all
      select format('alter routine %s owner to ${OWNER}', p.oid::regprocedure)
      from pg_proc p where pronamespace = space and proowner <> '${OWNER}'::regrole
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    loop
      execute item.statement;
    end loop;
  end $$`;

/**
 * Creates both logins, makes the owner the owner of all objects, and revokes the rights that PostgreSQL grants to public.
 * In one transaction: if the server can log in, all of it is done.
 * @param client of a superuser, connected to that database
 */
export async function createLogins(
  client: Client,
  { database, ownerPassword, housePassword }: { database: string; ownerPassword: string; housePassword: string },
): Promise<void> {
  const name = escapeIdentifier(database);
  const { rows } = await client.query<{ rolname: string }>("select rolname from pg_roles");
  const known = new Set(rows.map(({ rolname }) => rolname));
  const login = (role: string, password: string) =>
    `${known.has(role) ? "alter" : "create"} role ${role} ${LESSER} password ${escapeLiteral(password)}`;
  await client.query(
    [
      "begin",
      login(OWNER, ownerPassword),
      login(HOUSE, housePassword),
      `alter database ${name} owner to ${OWNER}`,
      `revoke all on database ${name} from public`,
      `grant connect on database ${name} to ${HOUSE}`,
      "revoke create on schema public from public",
      "revoke connect on database postgres, template1 from public",
      HAND_OVER,
      "commit",
    ].join(";\n"),
  );
}
