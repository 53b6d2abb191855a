/**
 * The two logins of a house's database. The owner has the database and all that is in it: it migrates and makes the
 * months of logs. The house is the login of everything else, and may do what grants.ts says. Neither is a superuser.
 */
import { escapeIdentifier, escapeLiteral } from "pg";
import type { Client } from "pg";

export const OWNER = "reelcast_owner";
export const HOUSE = "reelcast_house";

const LESSER = "login nosuperuser nocreatedb nocreaterole noreplication nobypassrls";

/** What a superuser has made before there was an owner; what belongs to another object changes with that one. */
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
 * Makes both logins, gives the database with all that is in it to the owner, and takes from everybody else what
 * PostgreSQL gives to everybody. In one transaction: where the house can log in, all of it was done.
 * @param client of a superuser, in that database
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
