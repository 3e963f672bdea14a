module titular

go 1.19
