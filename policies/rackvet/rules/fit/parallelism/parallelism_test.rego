package rackvet.rules.fit.parallelism_test

import data.rackvet.rules.fit.parallelism as rule

test_pass_whole_result if {
	found := rule.results with input as _one(_serve({"tensor": 4, "data": 2, "ranks": 8, "product": 8}))
	found == {{
		"outcome": "pass",
		"level": "error",
		"path": ["workload", "inference", "w"],
		"evidence": {"gpus": 8},
		"values": {"each": 8, "nodes": 1},
	}}
}

# 52 heads over 8 GPUs: vllm#2652. Stages of 4 divide both.
test_fail_heads_whole_result if {
	found := rule.results with input as _one(_shape(_serve({"tensor": 8, "ranks": 8, "product": 8}), {"heads": 52}))
	found == {{
		"outcome": "fail",
		"level": "error",
		"message": "fail_heads",
		"help": "nearest",
		"path": ["workload", "inference", "w", "parallelism", "tensor"],
		"evidence": {"gpus": 8, "tensor": 8, "pipeline": 1, "data": 1},
		"fix": [
			{"path": ["workload", "inference", "w", "parallelism", "tensor"], "value": 4},
			{"path": ["workload", "inference", "w", "parallelism", "pipeline"], "value": 2},
		],
		"values": {"each": 8, "nodes": 1, "heads": 52, "next": 4, "what": "pipeline", "number": 2},
	}}
}

# 40 heads over 6 GPUs (vllm#4232), 28 over 8 (AdaptThink#1).
test_fail_heads_nearest_degree_below if {
	_next(_shape(_serve({"tensor": 6, "ranks": 6, "product": 6}), {"heads": 40, "kv_heads": 40})) == [2, 3]
	_next(_shape(_serve({"tensor": 8, "ranks": 8, "product": 8}), {"heads": 28, "kv_heads": 4})) == [4, 2]
	_next(_shape(_serve({"tensor": 3, "ranks": 3, "product": 3}), {"heads": 64})) == [1, 3]
}

test_fail_heads_of_training_too if {
	_is(_shape(_train({"tensor": 8, "ranks": 8, "product": 8}), {"heads": 52}), ["error", "fail_heads"])
}

# Phi-3-medium has 40 heads and 10 KV heads: two GPUs work, four don't (vllm#5951).
test_fail_kv_heads_that_neither_divide_nor_are_divided if {
	phi := {"heads": 40, "kv_heads": 10}
	found := _only(_one(_shape(_serve({"tensor": 4, "ranks": 4, "product": 4}), phi)))
	[found.level, found.message, found.values.heads] == ["error", "fail_kv_heads", 10]
	[found.values.next, found.values.number] == [2, 2]
	_passes(_shape(_serve({"tensor": 2, "ranks": 2, "product": 2}), phi))
}

test_pass_more_ranks_than_kv_heads_hold_copies if {
	_passes(_shape(_serve({"tensor": 8, "ranks": 8, "product": 8}), {"heads": 64, "kv_heads": 4}))
	_passes(_shape(_serve({"tensor": 8, "ranks": 8, "product": 8}), {"heads": 64, "kv_heads": 1}))
}

test_pass_latent_attention_has_no_kv_heads_to_divide if {
	_passes(_shape(_serve({"tensor": 8, "ranks": 8, "product": 8}), {"heads": 128, "kv_heads": 3, "mla": true}))
}

# Engines that split by layers take any number of GPUs (vllm#4232 on llama.cpp).
test_pass_heads_of_engines_that_split_by_layers if {
	every engine in ["llama.cpp", "ktransformers", "transformers"] {
		run := object.union(_serve({"tensor": 3, "ranks": 3, "product": 3}), {"engine": engine})
		_passes(_shape(run, {"heads": 64}))
		_passes(json.remove(run, ["shape"]))
	}
}

test_fail_training_product_lets_data_take_the_rest if {
	found := _only(_one(_train({"tensor": 2, "pipeline": 2, "data": 3, "ranks": 8, "product": 12})))
	[found.level, found.message, found.observed, found.limit] == ["error", "fail_product", 12, 8]
	found.path == ["workload", "training", "w", "parallelism"]
	[[f.path[4], f.value] | some f in found.fix] == [["tensor", 2], ["data", 2]]
}

test_fail_training_product_takes_a_degree_that_divides if {
	found := _only(_one(_train({"tensor": 3, "ranks": 8, "product": 3})))
	[[f.path[4], f.value] | some f in found.fix] == [["tensor", 2], ["data", 4]]
}

test_fail_training_product_that_no_tensor_degree_cures if {
	found := _only(_one(_train({"tensor": 2, "pipeline": 3, "ranks": 8, "product": 6})))
	[found.message, found.help, object.get(found, "fix", "none")] == ["fail_product", "none", "none"]
}

test_fail_layout_of_serving_gives_the_reason if {
	run := _unknown(_serve({"tensor": 4, "data": 3, "ranks": 8}), "tensor 4 × pipeline 1 × replicas 3 = 12 is more than the 8 GPUs")
	found := _only(_one(run))
	[found.level, found.message, found.help] == ["error", "fail_layout", "nearest"]
	found.values.reason == "tensor 4 × pipeline 1 × replicas 3 = 12 is more than the 8 GPUs"
	[[f.path[count(f.path) - 1], f.value] | some f in found.fix] == [["tensor", 4], ["replicas", 2]]
}

test_fail_layout_of_degrees_that_are_not_in_the_input if {
	every reason in ["attention_data 3 does not divide tensor 4", "tensor 4 does not divide expert 6"] {
		found := _only(_one(_unknown(_serve({"tensor": 4, "ranks": 8}), reason)))
		[found.message, found.help] == ["fail_layout", "none"]
	}
}

test_pass_a_model_that_is_not_described_is_not_misfit if {
	run := json.remove(_unknown(_serve({"tensor": 1, "ranks": 8}), "x is described nowhere"), ["model_parameters", "shape"])
	_passes(run)
}

# vLLM: as many ways of tensor parallelism as a node has GPUs, as many stages as nodes.
test_fail_tensor_parallelism_over_nodes_by_kind if {
	over := {"tensor": 16, "ranks": 16, "product": 16}
	found := _only(_one(object.union(_serve(over), {"nodes": 2})))
	[found.level, found.message, found.observed, found.limit] == ["warning", "fail_nodes", 16, 8]
	[found.values.next, found.values.number] == [8, 2]
	_is(object.union(_train(over), {"nodes": 2}), ["error", "fail_nodes"])
	every kind in [["ethernet", "warning"], ["roce", "note"], ["infiniband", "note"]] {
		build := object.union(_one(object.union(_serve(over), {"nodes": 2})), {"network": [{"kind": kind[0]}]})
		_is_of(build, [kind[1], "fail_nodes"])
	}
	_passes(object.union(_serve({"tensor": 8, "pipeline": 2, "ranks": 16, "product": 16}), {"nodes": 2}))
}

# 72 GPUs of a rack are one NVLink domain, four to a tray.
test_pass_tensor_parallelism_over_trays_of_one_domain if {
	run := object.union(_serve({"tensor": 8, "ranks": 8, "product": 8}), {"gpus": 4, "nodes": 2})
	rack := {"gpu": {"link_domain_max": 72, "form_factor": "superchip"}}
	_only(object.union(_one(run), rack)).outcome == "pass"
	_only(object.union(_one(run), {"gpu": {"link_domain_max": 7, "form_factor": "superchip"}})).message == "fail_nodes"
	_only(object.union(_one(run), {"gpu": {"link_domain_max": 8, "form_factor": "sxm"}})).message == "fail_nodes"
}

test_fail_experts_that_do_not_divide if {
	run := _shape(_train({"data": 8, "expert": 6, "ranks": 8, "product": 8}), {"experts": 64})
	found := _only(_one(run))
	[found.level, found.message, found.observed, found.limit] == ["error", "fail_experts", 6, 64]
	found.values.what == "experts"
	found.fix == [{"path": ["workload", "training", "w", "parallelism", "expert"], "value": 4}]
	_passes(_shape(_train({"data": 8, "expert": 8, "ranks": 8, "product": 8}), {"experts": 64}))
}

test_fail_expert_parallelism_that_does_not_divide_the_copies if {
	run := _shape(_train({"tensor": 2, "data": 4, "expert": 8, "ranks": 8, "product": 8}), {"experts": 64})
	found := _only(_one(run))
	[found.observed, found.limit, found.values.what] == [8, 4, "data-parallel GPUs"]
	found.fix[0].value == 4
	dense := _train({"data": 4, "expert": 8, "ranks": 4, "product": 4})
	_only(_one(dense)).fix[0].value == 4
}

test_fail_experts_take_the_next_degree_that_divides_both if {
	run := _shape(_train({"data": 8, "expert": 8, "ranks": 8, "product": 8}), {"layers": 80, "heads": 64, "experts": 9})
	_only(_one(run)).values.next == 1
}

# Serving engines spread experts that the GPUs do not divide.
test_pass_experts_of_serving_need_not_divide if {
	_passes(_shape(_serve({"expert": 8, "ranks": 8, "product": 8}), {"layers": 80, "heads": 64, "experts": 9}))
}

test_fail_more_stages_than_layers if {
	found := _only(_one(_shape(_train({"pipeline": 8, "ranks": 8, "product": 8}), {"layers": 6})))
	[found.level, found.message, found.observed, found.limit] == ["error", "fail_stages", 8, 6]
}

test_pass_as_many_stages_as_layers if {
	_passes(_shape(_train({"pipeline": 8, "ranks": 8, "product": 8}), {"layers": 8}))
}

# 11 layers over 10 stages and more: the fullest has two. 30 over 9 have 4, 20 %
# more than the mean; 10 over 3 stand at 4 ÷ 3.33, 40 over 11 at exactly 10 %.
test_fail_uneven_stages_beyond_a_tenth if {
	found := _only(_one(_shape(_train({"pipeline": 9, "ranks": 9, "product": 9}), {"layers": 30})))
	[found.level, found.message, found.limit, found.unit] == ["note", "fail_uneven", 0.1, "fraction"]
	abs(found.observed - 0.2) < 0.000001
	[found.values.fullest, found.values.layers] == [4, 30]
	_passes(_shape(_train({"pipeline": 11, "ranks": 11, "product": 11}), {"layers": 40}))
	_is(_shape(_train({"pipeline": 11, "ranks": 11, "product": 11}), {"layers": 39}), ["note", "fail_uneven"])
}

# DeepSeek-V3: 61 layers over 16 stages. Llama 3 405B: 126 over 16.
test_pass_uneven_stages_of_those_who_train_at_scale if {
	every layers in [61, 126] {
		_passes(_shape(_train({"pipeline": 16, "ranks": 16, "product": 16}), {"layers": layers}))
	}
}

test_fail_idle_gpus_take_more_replicas if {
	found := _only(_one(_serve({"tensor": 2, "data": 1, "ranks": 8, "product": 2})))
	[found.level, found.message, found.observed, found.limit] == ["note", "fail_idle", 2, 8]
	[found.bound, found.path] == ["min", ["workload", "inference", "w", "replicas"]]
	found.fix == [{"path": ["workload", "inference", "w", "replicas"], "value": 4}]
}

test_fail_idle_gpus_that_hold_no_whole_replica if {
	found := _only(_one(_serve({"tensor": 4, "data": 1, "ranks": 6, "product": 4})))
	found.fix == [{"path": ["workload", "inference", "w", "gpus"], "value": 4}]
}

test_pass_idle_gpus_that_others_may_take if {
	run := _serve({"tensor": 2, "ranks": 8, "product": 2})
	both := object.union(_one(run), {"server": {"schedule": "concurrent"}, "workloads": [run, run]})
	found := rule.results with input as both
	{r.outcome | some r in found} == {"pass"}
	_is_of(object.union(_one(run), {"server": {"schedule": "concurrent"}}), ["note", "fail_idle"])
	_passes(object.union(run, {"instances": 2}))
}

test_fail_idle_gpus_that_no_other_may_take if {
	run := _serve({"tensor": 2, "ranks": 8, "product": 2})
	found := rule.results with input as object.union(_one(run), {"workloads": [run, run]})
	{r.message | some r in found} == {"fail_idle"}
}

test_undecided_heads_not_known if {
	found := rule.results with input as _one(json.remove(_serve({"tensor": 2, "ranks": 8, "product": 8}), ["shape/heads"]))
	found == {{
		"outcome": "undecided",
		"level": "error",
		"path": ["workload", "inference", "w", "parallelism", "tensor"],
		"evidence": {"tensor": 2},
	}}
	_passes(json.remove(_serve({"pipeline": 2, "ranks": 8, "product": 8}), ["shape/heads"]))
}

test_skipped_whole_result if {
	expected := {{"outcome": "skipped", "level": "error", "path": []}}
	none := rule.results with input as {"workloads": []}
	none == expected
	assumed := rule.results with input as _one(_serve({"tensor": 3, "written": false}))
	assumed == expected
}

_next(run) := [found.values.next, found.values.number] if {
	found := _only(_one(run))
	found.message == "fail_heads"
}

_passes(run) if _only(_one(run)).outcome == "pass"

_is(run, expected) if _is_of(_one(run), expected)

_is_of(build, expected) if {
	found := _only(build)
	[found.level, found.message] == expected
}

_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_one(run) := {
	"server": {"schedule": "exclusive"},
	"gpu": {"link_domain_max": 8, "form_factor": "sxm"},
	"workloads": [run],
}

_shape(run, shape) := object.union(run, {"shape": shape})

_unknown(run, reason) := object.union(json.remove(run, ["parallelism/product"]), {"gpu": {
	"confidence": "unknown",
	"missing": reason,
}})

_serve(degrees) := _run("inference", degrees)

# Megatron-LM: "global batch size is not divisible by micro batch size times data
# parallel size".
test_pass_fail_global_batch if {
	build := object.union(_train({"data": 8, "product": 8}), {"micro_batch": 3, "global_batch": 48})
	_only_of(build).outcome == "pass"
	found := _only_of(object.union(build, {"global_batch": 64}))
	[found.message, found.help, found.level, found.values.batch] == ["fail_batch", "fail_batch", "error", 64]
	found.path == ["workload", "training", "w", "global_batch"]
	found.fix == [{"path": found.path, "value": 72}]
	[found.values.step, found.values.micro, found.values.next] == [24, 3, 72]
	short := _only_of(object.union(build, {"micro_batch": 1, "global_batch": 4}))
	short.values.next == 8
}

test_fail_global_batch_without_degrees if {
	build := object.union(_train({"data": 8, "product": 8, "written": false}), {"global_batch": 12})
	_only_of(build).message == "fail_batch"
	found := rule.results with input as {"workloads": [object.remove(build, ["global_batch"])]}
	found == {{"outcome": "skipped", "level": "error", "path": []}}
}

_only_of(workload) := found if {
	results := rule.results with input as {"gpu": {"count": 8}, "network": [], "server": {"schedule": "concurrent"}, "workloads": [workload]}
	count(results) == 1
	some found in results
}

_train(degrees) := _run("training", degrees)

_run(kind, degrees) := {
	"kind": kind,
	"path": ["workload", kind, "w"],
	"gpus": 8,
	"nodes": 1,
	"instances": 1,
	"model_parameters": 7e9,
	"gpu": {"confidence": "estimate"},
	"shape": {"layers": 80, "heads": 64, "mla": false},
	"parallelism": object.union(
		{"tensor": 1, "pipeline": 1, "data": 1, "expert": 1, "context": 1, "ranks": 8, "written": true},
		degrees,
	),
}
