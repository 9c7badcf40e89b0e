#!/bin/sh
# PostgreSQL's image runs this once, on an empty volume.
set -eu
psql -v ON_ERROR_STOP=1 -v owner_password="$ASSAY_OWNER_PASSWORD" -v app_password="$ASSAY_APP_PASSWORD" \
  -U "$POSTGRES_USER" -d "$POSTGRES_DB" -f "${ROLES_SQL:-/roles.sql}"
