// libpq, and what of it Swift cannot see: macros.
#pragma once

#include <libpq-fe.h>

// postgres_ext.h's PG_DIAG_* are character macros, which the importer drops.
enum {
    CHAIRSIDE_DIAG_SEVERITY = 'V',
    CHAIRSIDE_DIAG_SOURCE_FUNCTION = 'R',
    CHAIRSIDE_DIAG_SQLSTATE = PG_DIAG_SQLSTATE,
    CHAIRSIDE_DIAG_MESSAGE = PG_DIAG_MESSAGE_PRIMARY,
    CHAIRSIDE_DIAG_SCHEMA = PG_DIAG_SCHEMA_NAME,
    CHAIRSIDE_DIAG_TABLE = PG_DIAG_TABLE_NAME,
    CHAIRSIDE_DIAG_COLUMN = PG_DIAG_COLUMN_NAME,
    CHAIRSIDE_DIAG_CONSTRAINT = PG_DIAG_CONSTRAINT_NAME,
};

// libpq 17 can mark the end of a segment without sending at once, so that the segments of one loop turn travel
// together; before that every PQpipelineSync is a send.
static inline int chairside_pipeline_sync(PGconn *connection) {
#ifdef LIBPQ_HAS_SEND_PIPELINE_SYNC
    return PQsendPipelineSync(connection);
#else
    return PQpipelineSync(connection);
#endif
}
