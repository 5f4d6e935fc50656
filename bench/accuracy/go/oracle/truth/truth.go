// Package truth has the lines of a truth file, as bench/accuracy/truth.ts reads them.
package truth

// Place is a definition inside the repository.
type Place struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Name string `json:"name"`
}

// Site is one call. Binding, which only a call of a package-level variable of the repository has, is where that
// variable is declared: not a target, for what it holds may change, but no wrong answer either.
type Site struct {
	File     string  `json:"file"`
	Line     int     `json:"line"`
	Column   int     `json:"column"`
	Name     string  `json:"name"`
	Kind     string  `json:"kind"`
	Targets  []Place `json:"targets"`
	External bool    `json:"external"`
	Binding  *Place  `json:"binding,omitempty"`
}
