module widgetd

go 1.19

require (
	github.com/containerd/ttrpc v1.2.4
	google.golang.org/grpc v1.57.1
	google.golang.org/protobuf v1.33.0
)
