// Command oracle writes what go/types says about every call of a repository.
//
//	oracle -dir COPY -out NAME.jsonl -files NAME.files.json
//
// COPY is a copy of the repository that may be changed (go.mod files get replacements for the modules that lie
// beside them). Invariant: a line is written only for a call whose callee is a name, once per place, and a target
// is the place of the definition's name as it stands in the file, whatever a //line directive says.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"callgrove/bench/accuracy/go/oracle/truth"

	"golang.org/x/tools/go/packages"
)

type (
	Place = truth.Place
	Site  = truth.Site
)

type key struct {
	file         string
	line, column int
}

type oracle struct {
	root  string
	fset  *token.FileSet
	lines map[string][]string
	sites map[key]Site
	files map[string]bool
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("go oracle: ")
	log.SetOutput(os.Stdout)
	dir := flag.String("dir", "", "copy of the repository")
	out := flag.String("out", "", "the truth, JSON lines")
	files := flag.String("files", "", "the files covered, a JSON array")
	flag.Parse()
	root, err := filepath.EvalSymlinks(*dir)
	if err != nil {
		log.Fatal(err)
	}
	if root, err = filepath.Abs(root); err != nil {
		log.Fatal(err)
	}
	modules, err := findModules(root)
	if err != nil {
		log.Fatal(err)
	}
	if len(modules) == 0 {
		log.Fatalf("no go.mod below %s", *dir)
	}
	for _, module := range modules {
		if err := linkModules(module, modules); err != nil {
			log.Printf("%s: %v", module.path, err)
		}
	}
	o := &oracle{root: root, lines: map[string][]string{}, sites: map[key]Site{}, files: map[string]bool{}}
	for _, module := range modules {
		if err := o.readModule(module); err != nil {
			log.Printf("module %s is left out: %v", module.path, err)
		}
	}
	if len(o.files) == 0 {
		log.Fatal("no package could be loaded")
	}
	if err := o.write(*out, *files); err != nil {
		log.Fatal(err)
	}
}

type module struct {
	dir, path string
}

// findModules lists the modules of the repository, leaving out what the go command leaves out of a pattern too.
func findModules(root string) ([]module, error) {
	var found []module
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			skip := name == "testdata" || name == "vendor" || name == "node_modules" ||
				strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
			if skip && path != root {
				return fs.SkipDir
			}
			return nil
		}
		if name == "go.mod" {
			dir := filepath.Dir(path)
			text, err := runGo(dir, "mod", "edit", "-json")
			if err != nil {
				return err
			}
			var parsed struct{ Module struct{ Path string } }
			if err := json.Unmarshal(text, &parsed); err != nil {
				return err
			}
			found = append(found, module{dir, parsed.Module.Path})
		}
		return nil
	})
	return found, err
}

// linkModules makes a module use its neighbours in the repository instead of published versions of them, so that
// a call from one into another is a call inside the repository.
func linkModules(m module, all []module) error {
	text, err := runGo(m.dir, "mod", "edit", "-json")
	if err != nil {
		return err
	}
	var parsed struct{ Require []struct{ Path string } }
	if err := json.Unmarshal(text, &parsed); err != nil {
		return err
	}
	for _, other := range all {
		for _, required := range parsed.Require {
			if required.Path == other.path {
				if _, err := runGo(m.dir, "mod", "edit", "-replace="+other.path+"="+other.dir); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func environment() []string {
	return append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "CGO_ENABLED=0")
}

func runGo(dir string, args ...string) ([]byte, error) {
	command := exec.Command("go", args...)
	command.Dir = dir
	command.Env = environment()
	text, err := command.Output()
	if failure, ok := err.(*exec.ExitError); ok {
		return nil, fmt.Errorf("go %s: %s", strings.Join(args, " "), failure.Stderr)
	}
	return text, err
}

func (o *oracle) readModule(m module) error {
	o.fset = token.NewFileSet()
	config := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedForTest,
		Dir:   m.dir,
		Env:   environment(),
		Fset:  o.fset,
		Tests: true,
		// Dependencies are read from source, so that nothing has to be compiled; their bodies say nothing about calls
		// in the repository and cost most of the time and memory.
		ParseFile: func(fset *token.FileSet, name string, text []byte) (*ast.File, error) {
			file, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
			if _, inside := o.relative(name); !inside && file != nil {
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
		return err
	}
	complaints := 0
	for _, pack := range loaded {
		if pack.ForTest == "" && strings.HasSuffix(pack.ID, ".test") {
			continue // a main that the go command makes up for the tests
		}
		for _, complaint := range pack.Errors {
			if complaints++; complaints <= 10 {
				log.Printf("%s: %v", pack.ID, complaint)
			}
		}
		for _, file := range pack.Syntax {
			o.readFile(pack.TypesInfo, file)
		}
	}
	log.Printf("module %s: %d packages, %d complaints", m.path, len(loaded), complaints)
	return nil
}

func (o *oracle) readFile(info *types.Info, file *ast.File) {
	name := o.fset.PositionFor(file.FileStart, false).Filename
	path, inside := o.relative(name)
	if !inside || !strings.HasSuffix(path, ".go") {
		return
	}
	o.files[path] = true
	ast.Inspect(file, func(node ast.Node) bool {
		if call, ok := node.(*ast.CallExpr); ok {
			o.readCall(info, call)
		}
		return true
	})
}

func (o *oracle) readCall(info *types.Info, call *ast.CallExpr) {
	if known, ok := info.Types[ast.Unparen(call.Fun)]; ok && known.IsType() {
		return
	}
	name := findName(info, call.Fun)
	if name == nil {
		return
	}
	site := Site{Name: name.Name, Kind: "unknown", Targets: []Place{}}
	site.File, site.Line, site.Column = o.locate(name.Pos())
	at := key{site.File, site.Line, site.Column}
	// A file belongs to several packages when it is tested: they agree, unless one of them could not be checked.
	if known, ok := o.sites[at]; ok && known.Kind != "unknown" {
		return
	}
	o.judge(&site, info.Uses[name])
	o.sites[at] = site
}

// findName gives the name that is called: f, x.f, pkg.f, f[int], or nil where something else than a name is called.
func findName(info *types.Info, callee ast.Expr) *ast.Ident {
	switch callee := ast.Unparen(callee).(type) {
	case *ast.Ident:
		return callee
	case *ast.SelectorExpr:
		return callee.Sel
	case *ast.IndexExpr:
		return findGenericName(info, callee.X)
	case *ast.IndexListExpr:
		return findGenericName(info, callee.X)
	}
	return nil
}

// findGenericName tells f[int](x) from the call of a slice's or map's element.
func findGenericName(info *types.Info, callee ast.Expr) *ast.Ident {
	name := findName(info, callee)
	if name == nil {
		return nil
	}
	if _, ok := info.Uses[name].(*types.Func); ok {
		return name
	}
	return nil
}

func (o *oracle) judge(site *Site, object types.Object) {
	switch object := object.(type) {
	case *types.Builtin:
		site.Kind, site.External = "builtin", true
	case *types.Func:
		function := object.Origin()
		site.Kind = o.nameKind(function)
		if place, inside := o.place(function); inside {
			site.Targets = []Place{place}
		} else {
			site.External = true
		}
	case *types.Var:
		site.Kind = "value"
		if object.Kind() != types.PackageVar {
			return
		}
		if place, inside := o.place(object); inside {
			site.Binding = &place
		} else {
			site.External = true
		}
	}
}

func (o *oracle) nameKind(function *types.Func) string {
	signature := function.Signature()
	if receiver := signature.Recv(); receiver != nil {
		if types.IsInterface(receiver.Type()) {
			return "interface"
		}
		return "method"
	}
	if !strings.HasPrefix(function.Name(), "New") {
		return "function"
	}
	for result := range signature.Results().Variables() {
		shape := types.Unalias(result.Type())
		if pointer, ok := shape.(*types.Pointer); ok {
			shape = types.Unalias(pointer.Elem())
		}
		if named, ok := shape.(*types.Named); ok {
			if _, inside := o.place(named.Obj()); inside {
				return "constructor"
			}
		}
	}
	return "function"
}

func (o *oracle) place(object types.Object) (Place, bool) {
	if !object.Pos().IsValid() {
		return Place{}, false
	}
	position := o.fset.PositionFor(object.Pos(), false)
	path, inside := o.relative(position.Filename)
	return Place{File: path, Line: position.Line, Name: object.Name()}, inside
}

// relative gives a file's path in the repository, and whether it belongs to it: vendored files do not.
func (o *oracle) relative(name string) (string, bool) {
	path, err := filepath.Rel(o.root, name)
	if err != nil || path == ".." || strings.HasPrefix(path, ".."+string(filepath.Separator)) {
		return "", false
	}
	path = filepath.ToSlash(path)
	return path, !strings.HasPrefix(path, "vendor/") && !strings.Contains(path, "/vendor/")
}

func (o *oracle) locate(pos token.Pos) (string, int, int) {
	position := o.fset.PositionFor(pos, false)
	path, _ := o.relative(position.Filename)
	lines, ok := o.lines[position.Filename]
	if !ok {
		text, err := os.ReadFile(position.Filename)
		if err != nil {
			log.Fatal(err)
		}
		lines = strings.Split(string(text), "\n")
		o.lines[position.Filename] = lines
	}
	column := 1
	for _, character := range lines[position.Line-1][:position.Column-1] {
		if character >= 0x10000 {
			column++
		}
		column++
	}
	return path, position.Line, column
}

func (o *oracle) write(out, files string) error {
	sites := make([]Site, 0, len(o.sites))
	for _, site := range o.sites {
		sites = append(sites, site)
	}
	slices.SortFunc(sites, func(a, b Site) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, a.Column-b.Column)
	})
	target, err := os.Create(out)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriter(target)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	for _, site := range sites {
		if err := encoder.Encode(site); err != nil {
			return err
		}
	}
	if err := buffer.Flush(); err != nil {
		return err
	}
	if err := target.Close(); err != nil {
		return err
	}
	covered := make([]string, 0, len(o.files))
	for path := range o.files {
		covered = append(covered, path)
	}
	slices.Sort(covered)
	text, err := json.MarshalIndent(covered, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(files, append(text, '\n'), 0o644)
}
