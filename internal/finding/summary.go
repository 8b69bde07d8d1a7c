package finding

// Summary counts what a whole run found. Errors, Warnings and Notes are
// failing results by level, those of problems included.
type Summary struct {
	Files     int `json:"files"`
	Servers   int `json:"servers"`
	Rules     int `json:"rules,omitempty"` // of a check of rules, which is about no servers
	Errors    int `json:"errors"`
	Warnings  int `json:"warnings"`
	Notes     int `json:"notes"`
	Passes    int `json:"passes"`
	Undecided int `json:"undecided"`
	Skipped   int `json:"skipped"`
	Waived    int `json:"waived"`
	// Baselined are failures that a baseline records, of any level; they are in no
	// other count.
	Baselined int    `json:"baselined,omitempty"`
	Verdict   string `json:"verdict"`
}

// Count adds results to the counts. Files, Servers and Verdict are the
// caller's.
func (s *Summary) Count(results ...Result) {
	for _, r := range results {
		switch r.Outcome {
		case Pass:
			s.Passes++
		case Undecided:
			s.Undecided++
		case Skipped:
			s.Skipped++
		case Waived:
			s.Waived++
		case Fail:
			if r.Baselined {
				s.Baselined++
				continue
			}
			switch r.Level {
			case Error:
				s.Errors++
			case Warning:
				s.Warnings++
			case Note:
				s.Notes++
			}
		}
	}
}
