package demand

import (
	"math"
	"slices"
)

// Claim is what one workload asks of the cards of a node.
type Claim struct {
	Name string
	// Bytes, Low, High and Reserve are per GPU, as in Memory.
	Bytes, Low, High, Reserve float64
	// GPUs is how many cards one copy takes.
	GPUs int
	// Copies is how many copies the node holds.
	Copies int
	// Cards is how many cards all copies may use between them; 0 is all.
	Cards int
	// Must says that every copy is placed, on the least loaded cards, even
	// where they overflow. Otherwise a copy goes only where it fits.
	Must bool
}

// Placed is where claims went. Worst is the load of the fullest card and
// WorstReserve the reserve on it; WorstLow and WorstHigh are the largest over
// all cards.
type Placed struct {
	Worst, WorstLow, WorstHigh, WorstReserve float64
	// Unplaced is how many copies found no card.
	Unplaced int
	// Copies is how many of each claim were placed, in the order of the claims.
	Copies []int
}

// card is what lies on one GPU, bytes.
type card struct{ bytes, low, high, reserve float64 }

// Place puts claims on the cards of a node, card by card: first those that
// must be placed, then the others, large ones first. cardBytes is the memory of
// one card that may be used. Copies spread over the least loaded cards; where
// that leaves some unplaced, filling one card after the other is tried too, so
// that a copy counts as unplaced only where neither order finds it a card.
func Place(cards int, cardBytes float64, claims []Claim) Placed {
	spread, _ := place(cards, cardBytes, claims, false)
	if spread.Unplaced == 0 {
		return spread
	}
	if packed, _ := place(cards, cardBytes, claims, true); packed.Unplaced < spread.Unplaced {
		return packed
	}
	return spread
}

func place(n int, cardBytes float64, claims []Claim, pack bool) (Placed, []card) {
	p := Placed{Copies: make([]int, len(claims))}
	cards := make([]card, max(n, 0))
	order := make([]int, len(claims))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { // those that must first, then by size
		if x, y := claims[a], claims[b]; x.Must != y.Must {
			return map[bool]int{true: -1, false: 1}[x.Must]
		} else if x.Bytes != y.Bytes {
			return map[bool]int{true: -1, false: 1}[x.Bytes > y.Bytes]
		}
		return 0
	})
	for _, i := range order {
		c := claims[i]
		placed, on := distribute(cards, cardBytes, c, pack && !c.Must)
		p.Copies[i] = placed
		p.Unplaced += max(c.Copies, 0) - placed
		for k, copies := range on {
			f := float64(copies)
			cards[k].bytes += f * c.Bytes
			cards[k].low += f * c.Low
			cards[k].high += f * c.High
			cards[k].reserve += f * c.Reserve
		}
	}
	for i, c := range cards {
		if i == 0 || c.bytes > p.Worst {
			p.Worst, p.WorstReserve = c.bytes, c.reserve
		}
		p.WorstLow, p.WorstHigh = max(p.WorstLow, c.low), max(p.WorstHigh, c.high)
	}
	return p, cards
}

// distribute says how many copies of a claim find a place and how many lie on
// each card. Any numbers that sum to copies × GPUs with none above copies can be
// dealt so that no copy meets the same card twice (by dealing round the table),
// so that counting is enough.
func distribute(cards []card, cardBytes float64, c Claim, pack bool) (placed int, on []int) {
	on = make([]int, len(cards))
	need := max(c.GPUs, 1)
	if c.Must {
		need = min(need, len(cards))
	}
	if c.Copies <= 0 || need == 0 || need > len(cards) {
		return 0, on
	}
	order := byLoad(cards)
	if c.Cards > 0 && c.Cards < len(order) {
		order = order[:max(c.Cards, min(need, len(order)))]
	}
	slots := make([]int, len(cards))
	for _, i := range order {
		slots[i] = c.Copies
		if !c.Must {
			slots[i] = fits(cardBytes-cards[i].bytes, c.Bytes, c.Copies)
		}
	}
	placed = together(slots, need, c.Copies)
	if pack {
		slices.Reverse(order)
		fill(on, order, slots, placed, need)
		return placed, on
	}
	level(on, order, cards, slots, c.Bytes, placed, need)
	return placed, on
}

// fits is how many pieces of a size go into room, at most limit.
func fits(room, size float64, limit int) int {
	switch {
	case room < 0 || math.IsNaN(room):
		return 0
	case size <= 0:
		return limit
	}
	// The hair added keeps 3 × 12 GB in 36 GB from failing on rounding.
	return int(math.Min(math.Floor(room/size+1e-9), float64(limit)))
}

// together is how many copies find `need` different cards each, given the
// slots of every card: the largest m with Σ min(slots, m) ≥ need × m.
func together(slots []int, need, copies int) int {
	low, high := 0, copies
	for low < high {
		m := (low + high + 1) / 2
		sum := 0
		for _, s := range slots {
			sum += min(s, m)
		}
		if sum >= need*m {
			low = m
		} else {
			high = m - 1
		}
	}
	return low
}

// fill uses up the cards in order.
func fill(on, order, slots []int, placed, need int) {
	left := placed * need
	for _, i := range order {
		on[i] = min(slots[i], placed, left)
		left -= on[i]
	}
}

// level raises the least loaded cards together, as water would.
func level(on, order []int, cards []card, slots []int, size float64, placed, need int) {
	if size <= 0 {
		fill(on, order, slots, placed, need)
		return
	}
	at := func(surface float64) (sum int) {
		for _, i := range order {
			on[i] = fits(surface-cards[i].bytes, size, min(slots[i], placed))
			sum += on[i]
		}
		return sum
	}
	low, high := 0.0, 0.0
	for _, i := range order {
		high = max(high, cards[i].bytes+size*float64(min(slots[i], placed)+1))
	}
	for range 100 {
		if mid := low + (high-low)/2; at(mid) >= placed*need {
			high = mid
		} else {
			low = mid
		}
	}
	extra := at(high) - placed*need
	for k := len(order) - 1; extra > 0; k = (k + len(order) - 1) % len(order) { // equals, of which the later give way
		if i := order[k]; on[i] > 0 && cards[i].bytes+float64(on[i])*size > low {
			on[i]--
			extra--
		}
	}
}

// byLoad is the cards' indexes, least loaded first.
func byLoad(cards []card) []int {
	order := make([]int, len(cards))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case cards[a].bytes < cards[b].bytes:
			return -1
		case cards[a].bytes > cards[b].bytes:
			return 1
		}
		return 0
	})
	return order
}
