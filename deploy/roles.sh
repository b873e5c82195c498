#!/bin/sh
# At the first start of the first server: the roles of office and replica, and that writes wait for the replica.
set -eu

psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<SQL
CREATE ROLE office_application LOGIN PASSWORD '$APPLICATION_PASSWORD';
CREATE ROLE replicator LOGIN REPLICATION PASSWORD '$REPLICATION_PASSWORD';
ALTER SYSTEM SET synchronous_standby_names = '*';
SQL
echo "host replication replicator all scram-sha-256" >> "$PGDATA/pg_hba.conf"
