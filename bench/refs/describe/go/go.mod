module describe

go 1.21
