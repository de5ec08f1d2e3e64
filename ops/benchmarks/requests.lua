-- Sends the requests of a plan file (BENCH_PLAN) and writes the results to BENCH_RESULT.
--
-- The plan is a line with method and path, header lines, and an empty line. Then either nothing follows, and the same request
-- is repeated; or one line per request follows (its Idempotency-Key, a tab, its body), and each is sent once; or one line per path
-- follows, and these are requested in turns. After a further tab, a line can have an access token, which replaces that of the header
-- lines.
--
-- With BENCH_PAUSE, a connection pauses after each answer: that many milliseconds in the mean, uniformly distributed up to
-- twice that.

local requests = {}
local next_request = 0
local in_turns = false
exhausted = 0

local threads = {}
function setup(thread)
    thread:set("number", #threads)
    table.insert(threads, thread)
end

function init()
    local threads_in_all = tonumber(os.getenv("BENCH_THREADS"))
    local headers = {}
    local function use(token)
        if token ~= "" then headers["Authorization"] = "Bearer " .. token end
    end
    local plan = assert(io.open(os.getenv("BENCH_PLAN")))
    local method, path = plan:read("*l"):match("^(%S+) (%S+)$")
    for line in plan:lines() do
        if line == "" then break end
        local name, value = line:match("^([^:]+): (.*)$")
        headers[name] = value
    end
    local count = 0
    for line in plan:lines() do
        if line:sub(1, 1) == "/" then
            in_turns = true
            local other, token = line:match("^([^\t]*)\t?(.*)$")
            use(token)
            requests[#requests + 1] = wrk.format(method, other, headers)
        elseif count % threads_in_all == number then
            local key, body, token = line:match("^([^\t]*)\t([^\t]*)\t?(.*)$")
            use(token)
            headers["Idempotency-Key"] = key
            requests[#requests + 1] = wrk.format(method, path, headers, body)
        end
        count = count + 1
    end
    plan:close()
    if count == 0 then
        local same = wrk.format(method, path, headers)
        request = function() return same end
    end
    local pause = tonumber(os.getenv("BENCH_PAUSE") or "0")
    if pause > 0 then
        math.randomseed(number + 1)
        delay = function() return math.random(0, 2 * pause) end
    end
end

function request()
    next_request = next_request + 1
    if next_request > #requests and in_turns then
        next_request = 1
    elseif next_request > #requests then
        exhausted = 1
        next_request = #requests
    end
    return requests[next_request]
end

function done(summary, latency)
    local all_sent = 0
    for _, thread in ipairs(threads) do all_sent = all_sent + thread:get("exhausted") end
    local result = assert(io.open(os.getenv("BENCH_RESULT"), "w"))
    local errors = summary.errors
    result:write(string.format(
        '{"requests": %d, "microseconds": %d, "bytes": %d, "p50": %d, "p99": %d, "max": %d, "exhausted": %d, ' ..
        '"socket_errors": %d, "refused": %d}\n',
        summary.requests, summary.duration, summary.bytes, latency:percentile(50), latency:percentile(99), latency.max,
        all_sent, errors.connect + errors.read + errors.write + errors.timeout, errors.status))
    result:close()
end
