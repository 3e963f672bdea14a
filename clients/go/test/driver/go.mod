module driver

go 1.19

require titular v0.1.0

replace titular => ../..
