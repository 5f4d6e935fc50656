// Package builtin declares what Go has without an import, in Go: shapes for the resolver, never targets.
// Types that Go writes without a name bear one of their own here: slice_of, map_of and so on.
package builtin

type bool struct{}
type uint8 struct{}
type uint16 struct{}
type uint32 struct{}
type uint64 struct{}
type int8 struct{}
type int16 struct{}
type int32 struct{}
type int64 struct{}
type float32 struct{}
type float64 struct{}
type complex64 struct{}
type complex128 struct{}
type string struct{}
type int struct{}
type uint struct{}
type uintptr struct{}
type byte struct{}
type rune struct{}

type any interface{}

type comparable interface {
	comparable()
}

type error interface {
	Error() string
}

type slice_of[E any] struct{}

type array_of[E any] struct{}

type map_of[K, V any] struct{}

type chan_of[E any] struct{}

// iter.Seq and iter.Seq2.
type seq_of[V any] func(yield func(V) bool)

type seq2_of[K, V any] func(yield func(K, V) bool)

func append[S any](s S, elems ...any) S
func cap(v any) int
func clear(t any)
func close(c any)
func complex(r, i float64) complex128
func copy(dst, src any) int
func delete(m any, key any)
func imag(c complex128) float64
func len(v any) int
func make(t any, size ...int) any
func max[T any](x T, y ...T) T
func min[T any](x T, y ...T) T
func new(t any) any
func panic(v any)
func print(args ...any)
func println(args ...any)
func real(c complex128) float64
func recover() any
