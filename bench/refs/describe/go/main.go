// Symbols of Go files as the compiler's own parser sees them: reads {path: text} as JSON on stdin, prints a list of symbols.
package main

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
)

type symbol struct {
	Path      string `json:"path"`
	Name      string `json:"name"`
	Start     int    `json:"start"`
	End       int    `json:"end"`
	Signature string `json:"signature"`
}

func show(files *token.FileSet, node any) string {
	var text bytes.Buffer
	_ = printer.Fprint(&text, files, node)
	return text.String()
}

func base(expression ast.Expr) string {
	switch at := expression.(type) {
	case *ast.StarExpr:
		return base(at.X)
	case *ast.IndexExpr:
		return base(at.X)
	case *ast.IndexListExpr:
		return base(at.X)
	case *ast.Ident:
		return at.Name
	}
	return ""
}

func main() {
	var texts map[string]string
	if err := json.NewDecoder(os.Stdin).Decode(&texts); err != nil {
		panic(err)
	}
	symbols := []symbol{}
	for path, text := range texts {
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		add := func(name string, node ast.Node, signature string) {
			symbols = append(symbols, symbol{path, name, files.Position(node.Pos()).Line, files.Position(node.End()).Line, signature})
		}
		for _, declaration := range file.Decls {
			switch at := declaration.(type) {
			case *ast.FuncDecl:
				// The position of a documented function is that of its name's line, not of the comment.
				name, receiver := at.Name.Name, ""
				if at.Recv != nil && len(at.Recv.List) == 1 {
					receiver = show(files, at.Recv.List[0].Type)
					name = base(at.Recv.List[0].Type) + "." + name
				}
				symbols = append(symbols, symbol{path, name, files.Position(at.Type.Func).Line, files.Position(at.End()).Line,
					receiver + " " + show(files, at.Type)})
			case *ast.GenDecl:
				for _, spec := range at.Specs {
					if kind, ok := spec.(*ast.TypeSpec); ok && len(at.Specs) == 1 {
						add(kind.Name.Name, at, "type")
					}
				}
			}
		}
	}
	_ = json.NewEncoder(os.Stdout).Encode(symbols)
}
