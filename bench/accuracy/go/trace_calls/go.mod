module callgrove/bench/accuracy/go/trace_calls

go 1.26.0
