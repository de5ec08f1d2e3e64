# The parts of the API's description that say too little, a line each: jq -r -f ops/lib/description.jq fixtures/openapi.json
. as $description
| def followed: if has("$ref") then ."$ref" | ltrimstr("#/") | split("/") as $place | $description | getpath($place) else . end;
def says_nothing: (.description // "") | ascii_downcase | sub("[.!]$"; "") | IN("", "done", "ok", "success", "the answer");
def has_example: has("example") or ((.examples // {}) | length > 0);
def operations: .paths | to_entries[] | .value | to_entries[].value;

(.tags[] | select(says_nothing) | "the tag \(.name) has no description"),
(operations | . as $operation | "\(.operationId): " + (
    (select((.summary // "") == "") | "no summary"),
    (select(says_nothing) | "no description"),
    (.parameters[] | followed | . as $parameter
        | (select(says_nothing) | "the parameter \($parameter.name) has no description"),
          (select(.required and (has_example | not)) | "the parameter \($parameter.name) has no example")),
    (.requestBody // empty | .content["application/json"] // empty | select(has_example | not)
        | "the body has no example"),
    (.responses | to_entries[] | .key as $status | .value | followed
        | (select(says_nothing) | "the response \($status) has no meaning"),
          (select($status | startswith("2")) | .content // {} | select(length > 0)
            | select([.[] | has_example] | any | not) | "the response \($status) has no example"),
          (select($status | test("^[45]")) | .content[] | select(has_example | not) | "the response \($status) has no example")))),
(.components.schemas | to_entries[] | select(.value | says_nothing) | "the schema \(.key) has no description"),
(path(.. | objects | select(has("properties")) | .properties | objects | .[]) as $place
    | select($place | index("examples") | not)
    | getpath($place) | select(says_nothing) | "\($place | map(tostring) | join("/")) has no description")
