// Command references lists where a repository hands its functions over as values, as go/types says.
//
//	references -dir COPY -out USES.jsonl
//
// COPY is a copy of a repository with one module at its root. A line is written for every name of a function or method
// of the repository that is not called where it stands: {"file","line","column","name","kind","target":{...}}.
// Invariant: columns count characters as UTF-16 does, from 1; a use is written once, whichever package its file is
// compiled for.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"go/ast"
	"go/token"
	"go/types"
	"log"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf16"

	"golang.org/x/tools/go/packages"
)

// Place is a declaration: the file and line of its name.
type Place struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Name string `json:"name"`
}

// Use is a name that stands for a function as a value.
type Use struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Target Place  `json:"target"`
}

type repository struct {
	root  string
	fset  *token.FileSet
	texts map[string]string
	uses  map[Use]bool
}

func main() {
	log.SetFlags(0)
	dir := flag.String("dir", "", "copy of the repository")
	out := flag.String("out", "", "uses, JSON lines")
	flag.Parse()
	root, err := filepath.EvalSymlinks(*dir)
	if err != nil {
		log.Fatal(err)
	}
	r := &repository{root: root, fset: token.NewFileSet(), texts: map[string]string{}, uses: map[Use]bool{}}
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo,
		Dir:   root,
		Fset:  r.fset,
		Tests: true,
	}, "./...")
	if err != nil {
		log.Fatal(err)
	}
	for _, pack := range loaded {
		for _, file := range pack.Syntax {
			r.readFile(pack.TypesInfo, file)
		}
	}
	if err := r.write(*out); err != nil {
		log.Fatal(err)
	}
}

func (r *repository) readFile(info *types.Info, file *ast.File) {
	called := map[*ast.Ident]bool{}
	ast.Inspect(file, func(node ast.Node) bool {
		if call, ok := node.(*ast.CallExpr); ok {
			called[nameOf(call.Fun)] = true
		}
		return true
	})
	for name, object := range info.Uses {
		function, ok := object.(*types.Func)
		if !ok || called[name] || name.Pos() < file.FileStart || name.Pos() > file.FileEnd {
			continue
		}
		at, here := r.locate(name.Pos(), name.Name)
		target, inside := r.locate(function.Origin().Pos(), function.Name())
		if here && inside {
			r.uses[Use{at.File, at.Line, r.column(name.Pos()), name.Name, kindOf(function), target}] = true
		}
	}
}

// nameOf gives the name that an expression calls, through parentheses and type arguments.
func nameOf(callee ast.Expr) *ast.Ident {
	switch callee := ast.Unparen(callee).(type) {
	case *ast.Ident:
		return callee
	case *ast.SelectorExpr:
		return callee.Sel
	case *ast.IndexExpr:
		return nameOf(callee.X)
	case *ast.IndexListExpr:
		return nameOf(callee.X)
	}
	return nil
}

func kindOf(function *types.Func) string {
	receiver := function.Signature().Recv()
	switch {
	case receiver == nil:
		return "function"
	case types.IsInterface(receiver.Type()):
		return "interface"
	}
	return "method"
}

// locate gives a name's place, and whether that lies in the repository's own source.
func (r *repository) locate(pos token.Pos, name string) (Place, bool) {
	position := r.fset.PositionFor(pos, false)
	path, err := filepath.Rel(r.root, position.Filename)
	path = filepath.ToSlash(path)
	inside := err == nil && !strings.HasPrefix(path, "../") && !strings.HasPrefix(path, "vendor/") && strings.HasSuffix(path, ".go")
	return Place{path, position.Line, name}, inside
}

func (r *repository) column(pos token.Pos) int {
	position := r.fset.PositionFor(pos, false)
	text, ok := r.texts[position.Filename]
	if !ok {
		bytes, err := os.ReadFile(position.Filename)
		if err != nil {
			log.Fatal(err)
		}
		text = string(bytes)
		r.texts[position.Filename] = text
	}
	start := position.Offset - (position.Column - 1)
	return len(utf16.Encode([]rune(text[start:position.Offset]))) + 1
}

func (r *repository) write(out string) error {
	file, err := os.Create(out)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriter(file)
	encoder := json.NewEncoder(buffer)
	for use := range r.uses {
		if err := encoder.Encode(use); err != nil {
			return err
		}
	}
	if err := buffer.Flush(); err != nil {
		return err
	}
	return file.Close()
}
