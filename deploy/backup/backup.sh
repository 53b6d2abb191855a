#!/usr/bin/env bash
# Writes one backup of the house, as `house backup` does: BACKUP_DIR/reelcast-<time>.backup. Removes all but the newest BACKUP_KEEP.
# Needs the variables of the house, as its processes have them: DATABASE_URL and DATABASE_OWNER_URL, or DATA_DIR.
set -euo pipefail
umask 077

: "${BACKUP_DIR:?BACKUP_DIR must name the folder of the backups}"
keep=${BACKUP_KEEP:-14}
[[ $keep =~ ^[1-9][0-9]{0,4}$ ]] || { echo "BACKUP_KEEP must be a number from 1." >&2; exit 2; }
mkdir -p "$BACKUP_DIR"

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
file=$BACKUP_DIR/reelcast-$(date -u +%Y%m%dT%H%M%SZ).backup
"$root/node_modules/node/bin/node" --disable-warning=ExperimentalWarning "$root/apps/server/src/cli/main.ts" \
  backup "$file" --by timer >&2

mapfile -t old < <(find "$BACKUP_DIR" -maxdepth 1 -name 'reelcast-*.backup' -printf '%f\n' | sort -r | tail -n +$((keep + 1)))
for name in "${old[@]}"; do
  rm -f "$BACKUP_DIR/$name"
done
# Of runs that were killed.
find "$BACKUP_DIR" -maxdepth 1 -name '.reelcast-*.part' -mtime +1 -delete

if [[ -n ${BACKUP_METRICS_DIR:-} ]]; then
  metrics=$BACKUP_METRICS_DIR/reelcast.prom
  {
    echo '# HELP reelcast_backup_timestamp_seconds When the newest backup was made (Unix time)'
    echo '# TYPE reelcast_backup_timestamp_seconds gauge'
    echo "reelcast_backup_timestamp_seconds $(date +%s)"
    echo '# HELP reelcast_backup_bytes Size of the newest backup'
    echo '# TYPE reelcast_backup_bytes gauge'
    echo "reelcast_backup_bytes $(stat -c %s "$file")"
  } > "$metrics.part"
  chmod 644 "$metrics.part"
  mv "$metrics.part" "$metrics"
fi
echo "$file"
