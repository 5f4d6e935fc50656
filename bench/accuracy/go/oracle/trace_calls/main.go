// Command trace_calls notes at which lines of a Go project its functions are really called while its tests run, for compare_ran.ts.
//
//	trace_calls COPY OUT.jsonl [PACKAGE...]
//
// COPY is a copy of the project, and is changed: each function begins with a note of who called it. A line of OUT.jsonl is a site of kind
// "started", as trace_calls.py writes them. Left out are functions that a compiler's pragma says how to build, and lines of a function that
// defers something where what ran is not named: deferred calls run where their function ends.
package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"callgrove/bench/accuracy/go/oracle/truth"
)

//go:embed note.go.txt
var note string

const notes = "calltrace__"

type (
	Place = truth.Place
	Site  = truth.Site
)

// project is a copy with notes in it.
type project struct {
	root      string
	modules   map[string]string // folder of a go.mod -> the module's path
	functions []Place
	lines     map[string][]string
	defers    map[string][][2]int // file -> first and last lines of functions that defer something
}

func main() {
	if len(os.Args) < 3 {
		log.Fatal("trace_calls COPY OUT.jsonl [PACKAGE...]")
	}
	root, err := filepath.Abs(os.Args[1])
	check(err)
	p := &project{root: root, modules: map[string]string{}, lines: map[string][]string{}, defers: map[string][][2]int{}}
	folder, err := os.MkdirTemp("", "calltrace")
	check(err)
	defer os.RemoveAll(folder)
	for _, file := range p.find() {
		p.mark(file)
	}
	packages := append([]string{}, os.Args[3:]...)
	if len(packages) == 0 {
		packages = []string{"./..."}
	}
	for module := range p.modules {
		check(os.MkdirAll(filepath.Join(module, notes), 0o755))
		check(os.WriteFile(filepath.Join(module, notes, "note.go"), []byte(note), 0o644))
		test := exec.Command("go", append([]string{"test", "-vet=off", "-count=1"}, packages...)...)
		test.Dir, test.Stdout, test.Stderr = module, os.Stderr, os.Stderr
		test.Env = append(os.Environ(), "CALLTRACE_OUT="+folder)
		if err := test.Run(); err != nil {
			log.Printf("%s: %v; what ran until then counts", module, err)
		}
	}
	p.write(folder, os.Args[2])
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// find gives the Go files of the project's own modules, and notes these.
func (p *project) find() []string {
	var files []string
	check(filepath.WalkDir(p.root, func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != p.root && (name == "vendor" || name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")):
			return filepath.SkipDir
		case name == "go.mod":
			text, err := os.ReadFile(path)
			check(err)
			for _, line := range strings.Split(string(text), "\n") {
				if words := strings.Fields(line); len(words) > 1 && words[0] == "module" {
					p.modules[filepath.Dir(path)] = strings.Trim(words[1], `"`)
				}
			}
		case strings.HasSuffix(name, ".go"):
			files = append(files, path)
		}
		return nil
	}))
	return files
}

// mark puts a note at the beginning of each function of a file.
func (p *project) mark(file string) {
	module := ""
	for folder := filepath.Dir(file); module == "" && len(folder) >= len(p.root); folder = filepath.Dir(folder) {
		module = p.modules[folder]
	}
	text, err := os.ReadFile(file)
	check(err)
	positions := token.NewFileSet()
	tree, err := parser.ParseFile(positions, file, text, parser.ParseComments)
	if err != nil || module == "" {
		return
	}
	relative, err := filepath.Rel(p.root, file)
	check(err)
	p.lines[relative] = strings.Split(string(text), "\n")
	lineOf := func(at token.Pos) int { return positions.PositionFor(at, false).Line }
	offsetOf := func(at token.Pos) int { return positions.PositionFor(at, false).Offset }
	ast.Inspect(tree, func(node ast.Node) bool {
		if body := bodyOf(node); body != nil && defersIn(body) {
			p.defers[relative] = append(p.defers[relative], [2]int{lineOf(node.Pos()), lineOf(node.End())})
		}
		return true
	})
	puts := map[int]string{}
	for _, declaration := range tree.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok || function.Body == nil || function.Name.Name == "_" || hasPragma(function.Doc) {
			continue
		}
		puts[offsetOf(function.Body.Lbrace)+1] = fmt.Sprintf("%s.Note(%d);", notes, len(p.functions))
		p.functions = append(p.functions, Place{File: filepath.ToSlash(relative), Line: lineOf(function.Name.Pos()), Name: function.Name.Name})
	}
	if len(puts) == 0 {
		return
	}
	puts[offsetOf(tree.Name.End())] = fmt.Sprintf("; import %q", module+"/"+notes)
	check(os.WriteFile(file, putAll(text, puts), 0o644))
}

func putAll(text []byte, puts map[int]string) []byte {
	offsets := make([]int, 0, len(puts))
	for at := range puts {
		offsets = append(offsets, at)
	}
	sort.Ints(offsets)
	var all []byte
	from := 0
	for _, at := range offsets {
		all = append(append(all, text[from:at]...), puts[at]...)
		from = at
	}
	return append(all, text[from:]...)
}

func bodyOf(node ast.Node) *ast.BlockStmt {
	switch function := node.(type) {
	case *ast.FuncDecl:
		return function.Body
	case *ast.FuncLit:
		return function.Body
	}
	return nil
}

func defersIn(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(node ast.Node) bool {
		if _, isDefer := node.(*ast.DeferStmt); isDefer {
			found = true
		}
		_, isInner := node.(*ast.FuncLit)
		return !isInner
	})
	return found
}

func hasPragma(doc *ast.CommentGroup) bool {
	if doc == nil {
		return false
	}
	for _, comment := range doc.List {
		if strings.HasPrefix(comment.Text, "//go:") || strings.HasPrefix(comment.Text, "//export") {
			return true
		}
	}
	return false
}

// write gathers what the notes in a folder tell of calls within the project.
func (p *project) write(folder, out string) {
	found := map[Place]map[Place]bool{}
	entries, err := os.ReadDir(folder)
	check(err)
	for _, entry := range entries {
		file, err := os.Open(filepath.Join(folder, entry.Name()))
		check(err)
		for lines := bufio.NewScanner(file); lines.Scan(); {
			words := strings.SplitN(lines.Text(), "\t", 3)
			if len(words) < 3 {
				continue
			}
			function, _ := strconv.Atoi(words[0])
			line, _ := strconv.Atoi(words[1])
			relative, err := filepath.Rel(p.root, words[2])
			from, target := Place{File: filepath.ToSlash(relative), Line: line}, p.functions[function]
			if err != nil || strings.HasPrefix(relative, "..") || p.mayBeDeferred(relative, line, target.Name) {
				continue
			}
			if found[from] == nil {
				found[from] = map[Place]bool{}
			}
			found[from][target] = true
		}
		check(file.Close())
	}
	p.writeSites(found, out)
}

func (p *project) mayBeDeferred(file string, line int, name string) bool {
	lines := p.lines[file]
	if line < 1 || line > len(lines) || strings.Contains(lines[line-1], name) {
		return line < 1 || line > len(lines)
	}
	for _, span := range p.defers[file] {
		if span[0] <= line && line <= span[1] {
			return true
		}
	}
	return false
}

func (p *project) writeSites(found map[Place]map[Place]bool, out string) {
	sites := make([]Site, 0, len(found))
	for from, targets := range found {
		site := Site{File: from.File, Line: from.Line, Kind: "started"}
		for target := range targets {
			site.Targets = append(site.Targets, target)
		}
		sort.Slice(site.Targets, func(i, j int) bool {
			a, b := site.Targets[i], site.Targets[j]
			return a.File < b.File || a.File == b.File && a.Line < b.Line
		})
		sites = append(sites, site)
	}
	sort.Slice(sites, func(i, j int) bool {
		a, b := sites[i], sites[j]
		return a.File < b.File || a.File == b.File && a.Line < b.Line
	})
	file, err := os.Create(out)
	check(err)
	defer file.Close()
	lines := json.NewEncoder(file)
	for _, site := range sites {
		check(lines.Encode(site))
	}
	fmt.Fprintf(os.Stderr, "%d lines from which functions were called\n", len(sites))
}
