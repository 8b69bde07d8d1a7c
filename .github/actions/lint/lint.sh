#!/usr/bin/env bash
# Runs rackvet with the inputs of the action, which come as INPUT_*, and gives the
# outputs to GITHUB_OUTPUT.
set -euo pipefail

report="$(mktemp -d "$RUNNER_TEMP/rackvet-XXXXXX")/report.json"
changes="${report%/*}/changes.md"
rackvet="${INPUT_BINARY:-$RUNNER_TEMP/rackvet-bin/rackvet}"
command=("$rackvet" lint --format "json=$report")

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

# A lint that could not finish has said why; comparing would say it again.
if [ -n "$INPUT_COMPARE_WITH" ] && [ "$code" -le 1 ]; then
	command=("$rackvet" diff --format "markdown=$changes")
	each "$INPUT_PROFILE" --profile
	each "$INPUT_FAIL_ON" --fail-on
	command+=("$INPUT_COMPARE_WITH...HEAD" --)
	each "$INPUT_PATH"
	"${command[@]}" || code=$?
	if [ -s "$changes" ]; then
		cat "$changes" >>"$GITHUB_STEP_SUMMARY"
		echo "changes=$changes" >>"$GITHUB_OUTPUT"
	fi
fi
exit "$code"
