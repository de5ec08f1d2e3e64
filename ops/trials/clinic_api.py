"""The API as the trials use it: logins, free slots, bookings. Everything that depends on URLs and bodies is here.

    clinic_api.py plan --port PORT --count N          prints N bookings, each of a free slot of its own, as a plan:
                                                      `POST /api/v1/…`, headers (a token), an empty line, then lines of
                                                      Idempotency-Key, tab, body   (ops/chaos, benchmarks/chairside.py)
    clinic_api.py token --port PORT --role ROLE       prints an access token of a demo account   (ops/fuzz-api)
    clinic_api.py minute --port PORT --seconds N      full load of every kind for so long        (ops/soak)
"""

import sys

if __name__ == "__main__":
    sys.exit("✘ the server's API is not known here yet")
