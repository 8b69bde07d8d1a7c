module github.com/rackvet/rackvet/internal/consumers

go 1.26.0

require (
	github.com/haya14busa/go-sarif v0.0.0-20240630170108-a3ba8d79599f // indirect
	github.com/joshdk/go-junit v1.0.0
	github.com/reviewdog/errorformat v0.0.0-20260721110140-13bff69235f3 // indirect
	github.com/reviewdog/reviewdog v0.21.1
	github.com/yuin/goldmark v1.8.7
	google.golang.org/protobuf v1.36.12
)
