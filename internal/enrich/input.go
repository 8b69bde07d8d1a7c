package enrich

import "github.com/rackvet/rackvet/internal/finding"

// Version is the api_version of the policies' input.
const Version = "rackvet/input/v1"

// Input is what policies see of one server: schema/input, field by field,
// documents each. A nil pointer or an empty string is a fact that is not known.
type Input struct {
	APIVersion string     `json:"api_version"`
	Server     Server     `json:"server"`
	Platform   *Platform  `json:"platform,omitempty"`
	GPU        GPU        `json:"gpu"`
	CPU        CPU        `json:"cpu"`
	Memory     Memory     `json:"memory"`
	Storage    []Storage  `json:"storage"`
	Network    []Network  `json:"network"`
	Power      *Power     `json:"power,omitempty"`
	Budget     *Budget    `json:"budget,omitempty"`
	Workloads  []Workload `json:"workloads"`
	Turns      []Turn     `json:"turns"`
	Totals     Totals     `json:"totals"`
	// Unresolved are names that nothing describes, or that fit several entries.
	Unresolved []Unresolved `json:"unresolved"`
	// Redefined are figures of the spec's own parts and models that differ from
	// what is known of them.
	Redefined []Redefined `json:"redefined"`
}

// Unresolved is a name that leads to no one entry of the catalogue.
type Unresolved struct {
	Kind        string       `json:"kind"`
	Path        finding.Path `json:"path"`
	Written     string       `json:"written"`
	Candidates  []string     `json:"candidates"`
	Suggestions []string     `json:"suggestions"`
}

// Redefined is a figure that a part or model block states otherwise than the
// catalogue, or than the block's own shape gives.
type Redefined struct {
	Path   finding.Path `json:"path"`
	ID     string       `json:"id"`
	Figure string       `json:"figure"`
	Stated float64      `json:"stated"`
	Known  float64      `json:"known"`
	By     string       `json:"by"`
}

// Server is the build itself.
type Server struct {
	Name string `json:"name"`
	// File is where the spec stands, from the top of its repository.
	File        string   `json:"file,omitempty"`
	Description string   `json:"description,omitempty"`
	Nodes       int      `json:"nodes"`
	Schedule    string   `json:"schedule"`
	Written     []string `json:"written"`
}

// Platform is the vendor system that the server names.
type Platform struct {
	ID             string   `json:"id"`
	Vendor         string   `json:"vendor"`
	GPUID          string   `json:"gpu_id,omitempty"`
	GPUCount       int      `json:"gpu_count,omitempty"`
	Link           string   `json:"link,omitempty"`
	MemoryBytes    float64  `json:"memory_bytes,omitempty"`
	HostToGPURatio *float64 `json:"host_to_gpu_ratio,omitempty"`
	PowerMaxWatts  float64  `json:"power_max_watts,omitempty"`
	FormFactor     string   `json:"form_factor,omitempty"`
	Unconfirmed    []string `json:"unconfirmed"`
}

// GPU is the GPUs of a node.
type GPU struct {
	Written           string   `json:"written"`
	ID                string   `json:"id,omitempty"`
	Candidates        []string `json:"candidates"`
	Count             int      `json:"count"`
	Vendor            string   `json:"vendor,omitempty"`
	MemoryBytes       float64  `json:"memory_bytes,omitempty"`
	UsableBytes       float64  `json:"usable_bytes,omitempty"`
	UsableConfirmed   bool     `json:"usable_confirmed"`
	Links             []string `json:"links,omitzero"`
	Link              string   `json:"link,omitempty"`
	LinkWritten       bool     `json:"link_written"`
	LinkGeneration    int      `json:"link_generation,omitempty"`
	LinkDomainMax     int      `json:"link_domain_max,omitempty"`
	Bridge            int      `json:"bridge,omitempty"`
	Domain            int      `json:"domain,omitempty"`
	LinkPerDirection  float64  `json:"link_per_direction,omitempty"`
	LinkBidirectional float64  `json:"link_bidirectional,omitempty"`
	PairPerDirection  float64  `json:"pair_per_direction,omitempty"`
	LinkTopology      string   `json:"link_topology,omitempty"`
	PCIe              *Slot    `json:"pcie,omitempty"`
	PCIeWritten       bool     `json:"pcie_written"`
	PartPCIe          *Slot    `json:"part_pcie,omitempty"`
	PeerToPeer        *bool    `json:"peer_to_peer,omitempty"`
	CoherentHost      *bool    `json:"coherent_host,omitempty"`
	FormFactor        string   `json:"form_factor,omitempty"`
	Precisions        []string `json:"precisions,omitempty"`
	ECC               *bool    `json:"ecc,omitempty"`
	MemoryBandwidth   float64  `json:"memory_bandwidth,omitempty"`
	TDPWatts          float64  `json:"tdp_watts,omitempty"`
	PowerLimitWatts   float64  `json:"power_limit_watts,omitempty"`
	Switches          *int     `json:"switches,omitempty"`
	Unconfirmed       []string `json:"unconfirmed"`
}

// Slot is a PCIe link.
type Slot struct {
	Generation    int     `json:"generation"`
	Lanes         int     `json:"lanes"`
	PerDirection  float64 `json:"per_direction"`
	Bidirectional float64 `json:"bidirectional"`
}

// CPU is the processors of a node.
type CPU struct {
	Written         string  `json:"written,omitempty"`
	Family          string  `json:"family,omitempty"`
	Sockets         int     `json:"sockets"`
	Cores           int     `json:"cores,omitempty"`
	CoresMax        int     `json:"cores_max,omitempty"`
	SocketsMax      int     `json:"sockets_max,omitempty"`
	MemoryType      string  `json:"memory_type,omitempty"`
	MemoryMaxBytes  float64 `json:"memory_max_bytes,omitempty"`
	MemoryChannels  int     `json:"memory_channels,omitempty"`
	DIMMsPerChannel int     `json:"dimms_per_channel,omitempty"`
	PCIeGeneration  int     `json:"pcie_generation,omitempty"`
	PCIeLanes       int     `json:"pcie_lanes,omitempty"`
	TDPWatts        float64 `json:"tdp_watts,omitempty"`
	// TDPLeastWatts is that of the least of the family, where TDPWatts is that of the
	// most and this processor's own is not known.
	TDPLeastWatts float64  `json:"tdp_least_watts,omitempty"`
	Unconfirmed   []string `json:"unconfirmed"`
}

// Memory is the host memory of a node.
type Memory struct {
	CapacityBytes float64 `json:"capacity_bytes"`
	ECC           *bool   `json:"ecc,omitempty"`
	DIMMs         []DIMM  `json:"dimms"`
	// DIMMBytes is what the modules add up to, 0 where none are listed.
	DIMMBytes   float64      `json:"dimm_bytes,omitempty"`
	Populations []Population `json:"populations"`
}

// Population is a way to fill every channel of every socket alike.
type Population struct {
	Count         int     `json:"count"`
	SizeBytes     float64 `json:"size_bytes"`
	CapacityBytes float64 `json:"capacity_bytes"`
}

// DIMM is a group of like modules.
type DIMM struct {
	Index     int     `json:"index"`
	Count     int     `json:"count"`
	SizeBytes float64 `json:"size_bytes"`
	Type      string  `json:"type,omitempty"`
	Transfers float64 `json:"transfers,omitempty"`
}

// Storage is a group of like drives.
type Storage struct {
	Name      string  `json:"name"`
	Kind      string  `json:"kind"`
	Role      string  `json:"role,omitempty"`
	Count     int     `json:"count"`
	SizeBytes float64 `json:"size_bytes"`
	PCIe      *Slot   `json:"pcie,omitempty"`
	Bandwidth float64 `json:"bandwidth,omitempty"`
}

// Network is a group of like ports.
type Network struct {
	Name  string  `json:"name"`
	Kind  string  `json:"kind"`
	Role  string  `json:"role,omitempty"`
	Ports int     `json:"ports"`
	Speed float64 `json:"speed"`
}

// Power is the power supplies of a node.
type Power struct {
	Supplies    int     `json:"supplies"`
	RatingWatts float64 `json:"rating_watts"`
	Needed      *int    `json:"needed,omitempty"`
	Spare       *int    `json:"spare,omitempty"`
}

// Budget is what a node costs.
type Budget struct {
	Currency string   `json:"currency,omitempty"`
	GPU      *float64 `json:"gpu,omitempty"`
	Memory   *float64 `json:"memory,omitempty"`
	Storage  *float64 `json:"storage,omitempty"`
	CPU      *float64 `json:"cpu,omitempty"`
	Network  *float64 `json:"network,omitempty"`
	Other    *float64 `json:"other,omitempty"`
	Total    float64  `json:"total"`
}

// Totals are sums over a node.
type Totals struct {
	GPUMemoryBytes  float64  `json:"gpu_memory_bytes,omitempty"`
	HostMemoryBytes float64  `json:"host_memory_bytes"`
	HostToGPURatio  *float64 `json:"host_to_gpu_ratio,omitempty"`
	HostDemandBytes float64  `json:"host_demand_bytes,omitempty"`
}
