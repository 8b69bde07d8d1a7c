# METADATA
# title: Room for the KV cache
# description: |
#   The KV cache of the longest request and of all requests in flight, held
#   against what a GPU has left for it beside weights, activations and reserve.
# related_resources:
# - description: what limits length and number of requests in vLLM
#   ref: https://docs.vllm.ai/en/latest/configuration/conserving_memory.html
# - description: preemption in vLLM where the cache is full
#   ref: https://docs.vllm.ai/en/latest/configuration/optimization.html
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning]
#   figures: [gpu.memory, gpu.reported_memory, platform.gpu.model, model.parameters, model.component, model.tower]
#   unit: bytes
#   bound: max
#   applies_to: inference workloads
#   since: 0.1.0
#   evidence:
#   - {name: usable_memory, unit: bytes, path: [gpu, model]}
#   - {name: taken, unit: bytes, formula: "weights, activations and reserve"}
#   - {name: further, unit: bytes, formula: each token more of a long request}
#   - {name: over, unit: bytes}
#   - {name: fits, unit: count, formula: "{fit} requests × {groups} GPU groups"}
#   units: {tokens: count, context: count, requests: count, groups: count, fit: count, shorter: count, sure: bytes}
#   messages:
#     pass: "{requests} requests of {context} tokens and one of {tokens} take at most {observed} of cache on a GPU that has {limit} left"
#     fail_request: one request of {tokens} tokens takes {observed} of cache on a GPU that has {limit} left
#     fail_all: "{requests} requests of {context} tokens take {observed} of cache on a GPU that has {limit} left"
#     fail_queue: "{requests} requests of {context} tokens take {observed} of cache on a GPU that has {limit} left: some must wait"
#     undecided: "{requests} requests of {context} tokens take about {observed} of cache, and of the {limit} left on a GPU {sure} are sure"
#     undecided_demand: "what a GPU has left for a cache is not known: {reason}"
#     undecided_gpu: what a GPU has left for a cache is not known, since the memory of {gpu} is not
#     skipped: the server has no inference workload
#     skipped_cache: "{model} keeps no cache"
#     skipped_rest: a GPU has nothing left for a cache, as headroom/gpu-memory says
#     skipped_near: what the cache takes is too near what is left, as headroom/gpu-memory says
#   helps:
#     request_context: Set max_context to {shorter}, or take {over} off each GPU.
#     request_memory: Take {over} off each GPU, or divide the model over more of them.
#     flight_context: Set concurrency to {fits}, or context to {shorter} tokens.
#     flight_requests: Set concurrency to {fits}, or take {over} off each GPU.
#     undecided_gpu: Name a GPU of the catalogue by its id, or describe it in a part block.
package rackvet.rules.headroom["kv-cache"]

import data.rackvet.lib.compare
import data.rackvet.lib.places

limit := data.rackvet.params["headroom/gpu-memory"].limit.value

results contains {"outcome": "skipped", "level": "error", "path": []} if not serving

serving if input.workloads[_].kind == "inference"

results contains judgement(workload) if {
	some workload in input.workloads
	workload.kind == "inference"
}

judgement(workload) := {
	"outcome": "skipped",
	"level": "error",
	"message": "skipped_cache",
	"path": workload.path,
	"values": {"model": workload.model},
} if {
	not workload.kv
	workload.gpu.bytes
} else := {
	"outcome": "undecided",
	"level": "error",
	"message": "undecided_demand",
	"path": workload.path,
	"values": {"reason": workload.gpu.missing},
} if {
	not workload.kv
} else := {
	"outcome": "undecided",
	"level": "error",
	"message": "undecided_gpu",
	"help": "undecided_gpu",
	"path": workload.path,
	"related": places.gpu,
	"values": {"gpu": input.gpu.written},
} if {
	not input.gpu.usable_bytes
} else := verdict(workload, workload.kv, left, most, sure) if {
	left := (share(workload) * input.gpu.usable_bytes) - workload.kv.rest_bytes
	most := left + (workload.gpu.bytes - workload.gpu.low_bytes)
	sure := left - (workload.gpu.high_bytes - workload.gpu.bytes)
}

# share is what may be taken of a GPU; an engine that is told less takes less.
share(workload) := min([limit, workload.utilization]) if {
	workload.utilization
} else := limit

# verdict holds the cache against what is left for it by the best estimate, at most
# and for sure. Where an engine queues, requests in flight take more than the longest
# one, and that they fit is not asked by headroom/gpu-memory.
verdict(workload, kv, left, most, sure) := {
	"outcome": "skipped",
	"level": "error",
	"message": "skipped_rest",
	"path": workload.path,
} if {
	left <= 0
} else := answer("fail", "error", "fail_request", workload, kv.request_bytes, left, shorten(workload, kv, room(left, sure))) if {
	not compare.at_most(kv.request_bytes, most)
} else := {
	"outcome": "pass",
	"level": "error",
	"path": workload.path,
	"observed": held,
	"limit": left,
	"evidence": {"usable_memory": input.gpu.usable_bytes, "taken": kv.rest_bytes},
	"values": {"tokens": kv.max_context, "context": kv.context, "requests": kv.requests},
} if {
	held := max([kv.request_bytes, kv.in_flight_bytes])
	compare.at_most(held, sure)
} else := answer("fail", "error", "fail_all", workload, kv.in_flight_bytes, left, thin(kv, room(left, sure))) if {
	not kv.queues
	not compare.at_most(kv.in_flight_bytes, most)
} else := {
	"outcome": "skipped",
	"level": "error",
	"message": "skipped_near",
	"path": workload.path,
} if {
	not kv.queues
} else := answer("fail", "warning", "fail_queue", workload, kv.in_flight_bytes, left, thin(kv, room(left, sure))) if {
	not compare.at_most(kv.in_flight_bytes, most)
} else := {
	"outcome": "skipped",
	"level": "error",
	"message": "skipped_near",
	"path": workload.path,
} if {
	not compare.at_most(kv.request_bytes, sure)
} else := answer("undecided", "warning", "undecided", workload, kv.in_flight_bytes, left, thin(kv, room(left, sure)))

answer(outcome, level, message, workload, observed, left, advice) := {
	"outcome": outcome,
	"level": level,
	"message": message,
	"help": advice.help,
	"path": workload.path,
	"observed": observed,
	"limit": left,
	"fix": [edit |
		some attribute, value in advice.edits
		edit := {"path": array.concat(workload.path, [attribute]), "value": value}
	],
	"evidence": {
		"usable_memory": input.gpu.usable_bytes,
		"taken": workload.kv.rest_bytes,
		"further": workload.kv.further_bytes,
		"over": observed - advice.room,
		"fits": advice.fit * workload.kv.groups,
	},
	"values": {
		"tokens": workload.kv.max_context,
		"context": workload.kv.context,
		"requests": workload.kv.requests,
		"groups": workload.kv.groups,
		"fit": advice.fit,
		"shorter": advice.shorter,
		"sure": advice.room,
	},
}

# room is what advice may fill: what is left for sure, if anything is.
room(left, sure) := sure if {
	sure > 0
} else := left

# shorten is the longest request that fits, with as many in flight as fit then; none
# where that would be shorter than the mean that is asked for.
shorten(workload, kv, free) := {
	"help": "request_context",
	"edits": object.union({"max_context": shorter}, requests),
	"room": free,
	"fit": fit(kv, free),
	"shorter": shorter,
} if {
	shorter := pages(kv.max_context, kv.request_bytes - free, kv.further_bytes)
	shorter >= least(workload, kv)
	requests := {"concurrency": n | n := fit(kv, free) * kv.groups; n < kv.requests * kv.groups}
} else := {
	"help": "request_memory",
	"edits": {},
	"room": free,
	"fit": 0,
	"shorter": 0,
}

# least is the shortest request that is worth advice: the mean in flight where the
# spec gives one, which else follows max_context.
least(workload, kv) := 1 if {
	workload.defaults[_].name == "context"
} else := kv.context

# thin is how many requests fit, and how long they may be for all to fit.
thin(kv, free) := {
	"help": "flight_context",
	"edits": {"concurrency": fit(kv, free) * kv.groups},
	"room": free,
	"fit": fit(kv, free),
	"shorter": shorter,
} if {
	shorter := pages(kv.context, (kv.in_flight_bytes - free) / kv.requests, kv.further_bytes)
	shorter > 0
} else := {
	"help": "flight_requests",
	"edits": {"concurrency": fit(kv, free) * kv.groups},
	"room": free,
	"fit": fit(kv, free),
	"shorter": 0,
}

# fit is how many requests of the mean length fit on one group: one at least, as the
# longest does.
fit(kv, free) := max([1, floor((free * kv.requests) / kv.in_flight_bytes)])

# pages is the tokens that are left of so many once so many bytes are off, in whole
# pages of 16.
pages(tokens, bytes, further) := floor((tokens - (bytes / further)) / 16) * 16 if {
	further > 0
} else := 0
