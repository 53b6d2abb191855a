#!/usr/bin/env bash
# Writes one backup of the database: BACKUP_DIR/reelcast-<time>.dump and its SHA-256. Removes all but the newest BACKUP_KEEP.
# Connects by libpq's variables (PGHOST, PGDATABASE, PGUSER, PGPASSFILE …) as the login that owns the tables.
# pg_dump must not be older than the database server: it refuses a newer one.
set -euo pipefail
umask 077

: "${BACKUP_DIR:?BACKUP_DIR must name the folder of the backups}"
keep=${BACKUP_KEEP:-14}
[[ $keep =~ ^[1-9][0-9]{0,4}$ ]] || { echo "BACKUP_KEEP must be a number from 1." >&2; exit 2; }
mkdir -p "$BACKUP_DIR"

name=reelcast-$(date -u +%Y%m%dT%H%M%SZ).dump
part=$BACKUP_DIR/.$name.part
trap 'rm -f "$part"' EXIT

pg_dump --format=custom --no-owner --no-privileges --file="$part"
# Only what can be read again is a backup.
pg_restore --list "$part" > /dev/null
sum=$(sha256sum < "$part" | cut -d ' ' -f 1)
printf '%s  %s\n' "$sum" "$name" > "$BACKUP_DIR/$name.sha256"
sync "$part"
mv "$part" "$BACKUP_DIR/$name"

mapfile -t old < <(find "$BACKUP_DIR" -maxdepth 1 -name 'reelcast-*.dump' -printf '%f\n' | sort -r | tail -n +$((keep + 1)))
for file in "${old[@]}"; do
  rm -f "$BACKUP_DIR/$file" "$BACKUP_DIR/$file.sha256"
done

if [[ -n ${BACKUP_METRICS_DIR:-} ]]; then
  metrics=$BACKUP_METRICS_DIR/reelcast.prom
  {
    echo '# HELP reelcast_backup_timestamp_seconds When the newest backup was made (Unix time)'
    echo '# TYPE reelcast_backup_timestamp_seconds gauge'
    echo "reelcast_backup_timestamp_seconds $(date +%s)"
    echo '# HELP reelcast_backup_bytes Size of the newest backup'
    echo '# TYPE reelcast_backup_bytes gauge'
    echo "reelcast_backup_bytes $(stat -c %s "$BACKUP_DIR/$name")"
  } > "$metrics.part"
  chmod 644 "$metrics.part"
  mv "$metrics.part" "$metrics"
fi
echo "$BACKUP_DIR/$name"
