// widgetd-go-bench-server is the peer of the wire benchmark: the Widgets service on containerd's Go ttrpc. It answers every Get with one snapshot, kept
// as a message and encoded for each call, and every Watch with so many events; there are no rights, no store and no reload behind it.
//
//	widgetd-go-bench-server SOCKET ANSWER COUNT
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"

	"github.com/containerd/ttrpc"
	"google.golang.org/protobuf/proto"

	widgetdv1 "widgetd/v1"
)

func main() {
	if len(os.Args) != 4 {
		fail(errors.New("usage: widgetd-go-bench-server SOCKET ANSWER COUNT"))
	}
	encoded, err := os.ReadFile(os.Args[2])
	if err != nil {
		fail(err)
	}
	service := &service{snapshot: &widgetdv1.WidgetSnapshot{}}
	if err := proto.Unmarshal(encoded, service.snapshot); err != nil {
		fail(err)
	}
	if service.count, err = strconv.Atoi(os.Args[3]); err != nil {
		fail(err)
	}
	server, err := ttrpc.NewServer()
	if err != nil {
		fail(err)
	}
	widgetdv1.RegisterWidgetsService(server, service)
	widgetdv1.RegisterDaemonService(server, status{})
	listener, err := net.Listen("unix", os.Args[1])
	if err != nil {
		fail(err)
	}
	fmt.Println("ready")
	fail(server.Serve(context.Background(), listener))
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "widgetd-go-bench-server:", err)
	os.Exit(1)
}

// Only Get and Watch are served; a call of anything else is a mistake of the benchmark.
type service struct {
	widgetdv1.WidgetsService
	snapshot *widgetdv1.WidgetSnapshot
	count    int
}

func (s *service) Get(context.Context, *widgetdv1.GetWidgetRequest) (*widgetdv1.WidgetSnapshot, error) {
	return s.snapshot, nil
}

func (s *service) Watch(_ context.Context, stream widgetdv1.Widgets_WatchServer) error {
	if _, err := stream.Recv(); err != nil {
		return err
	}
	event := &widgetdv1.WatchEvent{Event: &widgetdv1.WatchEvent_Widget{Widget: s.snapshot}}
	for i := 0; i < s.count; i++ {
		if err := stream.Send(event); err != nil {
			return err
		}
	}
	if err := stream.Send(&widgetdv1.WatchEvent{Event: &widgetdv1.WatchEvent_InitialStateSent{InitialStateSent: true}}); err != nil {
		return err
	}
	for {
		if _, err := stream.Recv(); err != nil {
			if err == io.EOF {
				return nil
			}
			return err
		}
	}
}

type status struct {
	widgetdv1.DaemonService
}

func (status) Status(context.Context, *widgetdv1.StatusRequest) (*widgetdv1.StatusResponse, error) {
	return &widgetdv1.StatusResponse{Version: "1", ProcessId: uint32(os.Getpid())}, nil
}
