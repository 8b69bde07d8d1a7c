package rackvet.rules.bandwidth["checkpoint-storage_test"]

import data.rackvet.rules.bandwidth["checkpoint-storage"] as rule

# One NVMe drive in a PCIe 4 slot takes 7 GB/s (Micron 9400), a tenth of 1000 s is 100.
test_pass_on_the_boundary_whole_result if {
	found := rule.results with input as _node([_nvme(4)], _run(700))
	found == {{
		"outcome": "pass",
		"level": "error",
		"path": ["workload", "training", "a"],
		"observed": 100,
		"limit": 100,
		"evidence": {
			"checkpoint": _gb(700),
			"written": null,
			"speed": _gb(7),
			"interval": 1000,
		},
		"values": {"writers": 1},
	}}
}

test_fail_whole_result if {
	found := rule.results with input as _node([_nvme(4)], _run(1400))
	found == {{
		"outcome": "fail",
		"level": "warning",
		"message": "fail",
		"path": ["workload", "training", "a"],
		"observed": 200,
		"limit": 100,
		"fix": [{"path": ["workload", "training", "a", "checkpoint_every"], "value": "34m"}],
		"evidence": {
			"checkpoint": _gb(1400),
			"written": null,
			"speed": _gb(7),
			"interval": 1000,
			"speed_needed": _gb(14),
		},
		"related": [{"path": ["storage", "local"], "message": "where it is written"}],
		"values": {"writers": 1, "every": 2040},
	}}
}

test_fail_just_over_a_tenth_is_a_warning_and_over_the_interval_an_error if {
	_is(_node([_nvme(4)], _run(701)), "fail", "warning", "fail")
	_is(_node([_nvme(4)], _run(7000)), "fail", "warning", "fail")
	_is(_node([_nvme(4)], _run(7001)), "fail", "error", "fail_never")
	_only(_node([_nvme(4)], _run(7001))).limit == 1000
}

# Micron 9200, 9400, 9550 and 9650; Samsung PM1653; Kingston DC600M; hard disks.
test_what_a_drive_of_each_kind_takes if {
	_speed(_nvme(2)) == _gb(2)
	_speed(_nvme(3)) == _gb(3.5)
	_speed(_nvme(4)) == _gb(7)
	_speed(_nvme(5)) == _gb(10)
	_speed(_nvme(6)) == _gb(14)
	_speed(_kind("sas")) == _gb(3.8)
	_speed(_kind("sata")) == 530000000
	_speed(_kind("hdd")) == 280000000
}

test_a_narrow_slot_bounds_a_drive if {
	_speed(object.union(_nvme(5), {"pcie": {"per_direction": _gb(3.9)}})) == _gb(3.9)
}

test_drives_of_a_group_add_up_and_groups_do_not if {
	two := object.union(_nvme(4), {"count": 2})
	_speed(two) == _gb(14)
	_only(_node([_nvme(5), two, _kind("hdd")], _run(1))).evidence.speed == _gb(14)
}

test_fail_the_fastest_group_decides if {
	found := _only(_node([_kind("hdd"), _nvme(4)], _run(1400)))
	[found.outcome, found.observed, found.evidence.speed] == ["fail", 200, _gb(7)]
}

test_a_shared_file_system_gives_each_node_its_bandwidth if {
	shared := object.union(_kind("shared"), {"bandwidth": _gb(2)})
	_speed(shared) == _gb(2)
	sharded := object.union(_run(800), {"nodes": 4, "sharding": "zero3"})
	found := _only(_node([shared], sharded))
	[found.outcome, found.observed, found.evidence.written, found.values.writers] == ["pass", 100, _gb(200), 4]
}

test_copies_that_are_not_sharded_have_one_writer_each if {
	_only(_node([_nvme(4)], object.union(_run(700), {"nodes": 4}))).values.writers == 1
	spanning := object.union(_run(700), {"nodes": 4, "parallelism": {"tensor": 8, "pipeline": 2, "expert": 1}})
	_only(_node([_nvme(4)], spanning)).values.writers == 2
}

test_undecided_where_the_slot_is_not_written_and_matters if {
	drive := object.remove(_nvme(4), ["pcie"])
	_is(_node([drive], _run(350)), "pass", "error", "")
	found := _only(_node([drive], _run(700)))
	[found.outcome, found.level, found.observed, found.limit] == ["undecided", "warning", 50, 100]
	found.values == {"name": "local", "slowest": 200}
	_is(_node([drive], _run(1401)), "fail", "warning", "fail")
	older := object.union(_node([drive], _run(701)), {"cpu": {"pcie_generation": 4}})
	found_older := _only(older)
	[found_older.outcome, found_older.fix[0].value] == ["fail", "34m"]
}

test_undecided_where_a_shared_file_system_does_not_say if {
	found := _only(_node([_kind("shared")], _run(1)))
	found == {
		"outcome": "undecided",
		"level": "warning",
		"message": "undecided_shared",
		"help": "undecided_shared",
		"path": ["workload", "training", "a"],
		"related": [{"path": ["storage", "local"], "message": "where it is written"}],
		"values": {"name": "local"},
	}
	_is(_node([_kind("shared"), _nvme(4)], _run(701)), "undecided", "warning", "undecided_shared")
	_is(_node([_kind("shared"), _nvme(4)], _run(700)), "pass", "error", "")
}

test_storage_for_checkpoints_comes_before_all_other if {
	saves := object.union(_kind("hdd"), {"name": "saves", "role": "checkpoint"})
	_only(_node([_nvme(4), saves], _run(100))).related[0].path == ["storage", "saves"]
}

test_undecided_size_of_the_checkpoint if {
	found := _only(_node([_nvme(4)], object.remove(_run(1), ["checkpoint_bytes"])))
	found == {
		"outcome": "undecided",
		"level": "error",
		"message": "undecided_size",
		"path": ["workload", "training", "a"],
	}
}

test_skipped_variants if {
	_is(_node([], _run(1)), "skipped", "error", "skipped_storage")
	_is(_node([object.union(_nvme(4), {"role": "os"})], _run(1)), "skipped", "error", "skipped_role")
	found := rule.results with input as _node([_nvme(4)], object.remove(_run(1), ["checkpoint_every_seconds"]))
	found == {{"outcome": "skipped", "level": "error", "path": []}}
}

_is(build, outcome, level, message) if {
	found := _only(build)
	[found.outcome, found.level, object.get(found, "message", "")] == [outcome, level, message]
}

_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_gb(n) := n * 1000000000

_speed(group) := _only(_node([group], _run(1))).evidence.speed

_node(storage, workload) := {"cpu": {"sockets": 1}, "storage": storage, "workloads": [workload]}

_kind(kind) := {"name": "local", "kind": kind, "count": 1}

# _nvme is a drive in four lanes: 2 GB/s of PCIe 2, twice as much of each later one.
_nvme(generation) := object.union(_kind("nvme"), {"role": "data", "pcie": {
	"generation": generation,
	"lanes": 4,
	"per_direction": _gb(lanes[generation]),
}}) if {
	lanes := {2: 2, 3: 3.94, 4: 7.88, 5: 15.75, 6: 30.25}
}

_run(bytes) := {
	"kind": "training",
	"name": "a",
	"path": ["workload", "training", "a"],
	"nodes": 1,
	"gpus": 8,
	"checkpoint_bytes": _gb(bytes),
	"checkpoint_every_seconds": 1000,
	"parallelism": {"tensor": 1, "pipeline": 1, "expert": 1},
}
