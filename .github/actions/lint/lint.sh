#!/usr/bin/env bash
# Runs rackvet with the inputs of the action, which come as INPUT_*, and gives the
# outputs to GITHUB_OUTPUT.
set -euo pipefail

report="$(mktemp -d "$RUNNER_TEMP/rackvet-XXXXXX")/report.json"
command=("${INPUT_BINARY:-$RUNNER_TEMP/rackvet-bin/rackvet}" lint --format "json=$report")

# each adds every line of a text that is not blank, behind a flag where one is named.
each() {
	local line
	while IFS= read -r line || [ -n "$line" ]; do
		line="${line%$'\r'}"
		if [ -n "${line//[[:space:]]/}" ]; then
			command+=("${@:2}" "$line")
		fi
	done <<<"$1"
}

each "$INPUT_FORMAT" --format
each "$INPUT_PROFILE" --profile
each "$INPUT_FAIL_ON" --fail-on
each "$INPUT_BASELINE" --baseline
each "$INPUT_CHANGED_SINCE" --changed-since
each "$INPUT_ARGS"
command+=(--)
each "$INPUT_PATH"

code=0
"${command[@]}" || code=$?

if [ -s "$report" ]; then
	{
		echo "verdict=$(sed -n '$s/.*"summary":{.*"verdict":"\([a-z]*\)".*/\1/p' "$report")"
		echo "report=$report"
	} >>"$GITHUB_OUTPUT"
fi
exit "$code"
