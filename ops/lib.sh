# shellcheck shell=bash
# Functions for the scripts in ops/, one subject per file. This file is sourced, never run.
# shellcheck source=ops/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/common.sh"
# shellcheck source=ops/lib/packages.sh
source "$ROOT/ops/lib/packages.sh"
# shellcheck source=ops/lib/console.sh
source "$ROOT/ops/lib/console.sh"
# shellcheck source=ops/lib/build.sh
source "$ROOT/ops/lib/build.sh"
# shellcheck source=ops/lib/postgres.sh
source "$ROOT/ops/lib/postgres.sh"
# shellcheck source=ops/lib/server.sh
source "$ROOT/ops/lib/server.sh"
# shellcheck source=ops/lib/tls.sh
source "$ROOT/ops/lib/tls.sh"
# shellcheck source=ops/lib/clinic.sh
source "$ROOT/ops/lib/clinic.sh"
# shellcheck source=ops/lib/bookings.sh
source "$ROOT/ops/lib/bookings.sh"
# shellcheck source=ops/lib/deliveries.sh
source "$ROOT/ops/lib/deliveries.sh"
