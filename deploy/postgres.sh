#!/bin/sh
# The image's own start; but where REPLICA_OF names a server and there are no data yet, they begin as a copy of its own, which
# follows it from then on.
set -eu

if [ -n "${REPLICA_OF:-}" ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -d -m 700 -o postgres -g postgres "$PGDATA"
  export PGPASSWORD="$REPLICATION_PASSWORD"
  # The slot keeps for the replica what it has not read yet, up to max_slot_wal_keep_size; made once, and taken again.
  copy() {
    gosu postgres pg_basebackup --pgdata="$PGDATA" --wal-method=stream --checkpoint=fast --write-recovery-conf \
      --slot=replica "$@" --dbname="host=$REPLICA_OF user=replicator application_name=replica"
  }
  until copy --create-slot || copy; do
    sleep 2
  done
  unset PGPASSWORD
  # Once promoted it waits for nobody, until it is told to (README.md). The last line counts.
  echo "synchronous_standby_names = ''" >> "$PGDATA/postgresql.auto.conf"
fi

exec docker-entrypoint.sh "$@"
