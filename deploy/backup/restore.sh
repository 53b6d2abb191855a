#!/usr/bin/env bash
# restore.sh FILE: restores a backup of backup.sh into an empty database, all of it or nothing.
# Connects by libpq's variables (PGHOST, PGDATABASE, PGUSER, PGPASSFILE …) as the login that is to own the tables.
# End all servers on that database before. Ends with 2 if the file or the database is not as it must be.
set -euo pipefail

file=${1:?usage: restore.sh FILE}
refuse() {
  echo "$1" >&2
  exit 2
}

[[ -r $file && -r $file.sha256 ]] || refuse "$file and $file.sha256 must both be readable."
expected=$(cut -d ' ' -f 1 "$file.sha256")
actual=$(sha256sum < "$file" | cut -d ' ' -f 1)
[[ $expected == "$actual" ]] || refuse "$file was changed or is damaged: its SHA-256 is not that of $file.sha256."

tables=$(psql --no-psqlrc --tuples-only --no-align --command="select count(*) from pg_tables where schemaname = 'public'")
[[ $tables == 0 ]] || refuse "The database is not empty: it has $tables tables. Nothing was changed."

# The order of operations is pg_restore's own: rows first, then the triggers that would refuse them.
pg_restore --no-owner --no-privileges --exit-on-error --single-transaction --dbname="${PGDATABASE:?}" "$file"
cat << 'NEXT'
Restored. Next:
1. Real machines remember the highest epoch and transfer number that they have received: see "Backups" in docs/operating.md.
2. Start one server: it gives the server's login its rights again.
3. house ledger check --full
4. house audit verify --expect <the head that you have stored elsewhere>
5. Only if both end with 0, let players in.
NEXT
