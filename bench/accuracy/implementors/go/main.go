// Command implementors writes which types of a repository implement which of its interfaces, as go/types says.
//
//	implementors -dir COPY -out NAME.jsonl -judged NAME.judged.json
//
// COPY is a copy of a repository with one module at its root. A pair is written for every named type and interface
// with methods that are declared in the repository, also inside functions and in tests. Generic ones are left out:
// go/types defines the question for instances only. NAME.judged.json lists the places of all types and interfaces that
// were judged. Invariant: a pair is written only where types.Implements holds for the type or a pointer to it.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Place is a declaration: the file and line of its name.
type Place struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Name string `json:"name"`
}

// Pair says that Type implements Interface.
type Pair struct {
	Interface Place `json:"interface"`
	Type      Place `json:"type"`
}

type named struct {
	place Place
	typ   *types.Named
}

type world struct {
	root  string
	fset  *token.FileSet
	pairs map[Pair]bool
	seen  map[string]map[Place]bool
}

func main() {
	log.SetFlags(0)
	dir := flag.String("dir", "", "copy of the repository")
	out := flag.String("out", "", "pairs, JSON lines")
	judged := flag.String("judged", "", "places that were judged, JSON")
	flag.Parse()
	root, err := filepath.EvalSymlinks(*dir)
	if err != nil {
		log.Fatal(err)
	}
	w := &world{root: root, fset: token.NewFileSet(), pairs: map[Pair]bool{}, seen: map[string]map[Place]bool{"types": {}, "interfaces": {}}}
	loaded := w.load()
	var plainTypes, plainInterfaces []named
	declared := map[*packages.Package][2][]named{}
	for _, p := range loaded {
		ts, is := w.declared(p)
		declared[p] = [2][]named{ts, is}
		if p.ForTest == "" {
			plainTypes, plainInterfaces = append(plainTypes, ts...), append(plainInterfaces, is...)
		}
	}
	w.compare(plainTypes, plainInterfaces)
	for p, own := range declared {
		if p.ForTest == "" {
			continue
		}
		// A package that is compiled with its tests is another package to the type checker: what it declares is compared with
		// itself, with what it imports in that form, and with everything else in its ordinary form.
		var ts, is []named
		packages.Visit([]*packages.Package{p}, nil, func(dep *packages.Package) {
			if both, ok := declared[dep]; ok && dep != p {
				ts, is = append(ts, both[0]...), append(is, both[1]...)
			}
		})
		w.compare(own[0], slices.Concat(own[1], is, plainInterfaces))
		w.compare(slices.Concat(ts, plainTypes), own[1])
	}
	w.write(*out, *judged)
}

func (w *world) load() []*packages.Package {
	config := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedForTest,
		Dir:   w.root,
		Env:   append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "CGO_ENABLED=0"),
		Fset:  w.fset,
		Tests: true,
		ParseFile: func(fset *token.FileSet, name string, text []byte) (*ast.File, error) {
			file, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
			if !strings.HasPrefix(name, w.root+"/") && file != nil {
				for _, declaration := range file.Decls {
					if function, ok := declaration.(*ast.FuncDecl); ok {
						function.Body = nil
					}
				}
			}
			return file, err
		},
	}
	loaded, err := packages.Load(config, "./...")
	if err != nil {
		log.Fatal(err)
	}
	return loaded
}

// declared gives the types and the interfaces that a package declares, in the order of their places.
func (w *world) declared(p *packages.Package) (ts, is []named) {
	for _, object := range p.TypesInfo.Defs {
		name, ok := object.(*types.TypeName)
		if !ok || name.IsAlias() {
			continue
		}
		typ, ok := name.Type().(*types.Named)
		if !ok || typ.TypeParams().Len() > 0 {
			continue
		}
		position := w.fset.PositionFor(name.Pos(), false)
		file, err := filepath.Rel(w.root, position.Filename)
		if err != nil || strings.HasPrefix(file, "..") {
			continue
		}
		one := named{Place{filepath.ToSlash(file), position.Line, name.Name()}, typ}
		if inner, ok := typ.Underlying().(*types.Interface); ok {
			if inner.NumMethods() > 0 && inner.IsMethodSet() {
				w.seen["interfaces"][one.place] = true
				is = append(is, one)
			}
			continue
		}
		w.seen["types"][one.place] = true
		ts = append(ts, one)
	}
	return ts, is
}

func (w *world) compare(ts, is []named) {
	for _, i := range is {
		contract := i.typ.Underlying().(*types.Interface)
		for _, t := range ts {
			if types.Implements(t.typ, contract) || types.Implements(types.NewPointer(t.typ), contract) {
				w.pairs[Pair{i.place, t.place}] = true
			}
		}
	}
}

func (w *world) write(out, judged string) {
	var lines []string
	for pair := range w.pairs {
		text, err := json.Marshal(pair)
		if err != nil {
			log.Fatal(err)
		}
		lines = append(lines, string(text))
	}
	slices.Sort(lines)
	file, err := os.Create(out)
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	writer := bufio.NewWriter(file)
	for _, line := range lines {
		writer.WriteString(line + "\n")
	}
	if err := writer.Flush(); err != nil {
		log.Fatal(err)
	}
	places := map[string][]Place{}
	for kind, all := range w.seen {
		for place := range all {
			places[kind] = append(places[kind], place)
		}
	}
	text, err := json.Marshal(places)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(judged, text, 0o644); err != nil {
		log.Fatal(err)
	}
	log.Printf("%d pairs of %d types and %d interfaces", len(w.pairs), len(w.seen["types"]), len(w.seen["interfaces"]))
}
