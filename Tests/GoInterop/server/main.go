// widgetd-go-server serves the interop service with containerd's Go ttrpc, for the project's own clients to call.
//
//	widgetd-go-server SOCKET
//
// It prints "ready" when it listens.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"github.com/containerd/ttrpc"
	spb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/anypb"

	"widgetd/interop"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: widgetd-go-server SOCKET")
		os.Exit(64)
	}
	server, err := ttrpc.NewServer()
	if err != nil {
		fail(err)
	}
	interop.RegisterInteropService(server, &service{})
	listener, err := net.Listen("unix", os.Args[1])
	if err != nil {
		fail(err)
	}
	fmt.Println("ready")
	fail(server.Serve(context.Background(), listener))
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "widgetd-go-server:", err)
	os.Exit(1)
}

type service struct {
	mutex    sync.Mutex
	observed interop.ObserveResponse
}

func (s *service) Echo(ctx context.Context, request *interop.EchoRequest) (*interop.EchoResponse, error) {
	response := &interop.EchoResponse{Text: request.Text, Data: request.Data}
	if metadata, ok := ttrpc.GetMetadata(ctx); ok {
		for key, values := range metadata {
			for _, value := range values {
				response.Metadata = append(response.Metadata, &interop.Pair{Key: key, Value: value})
			}
		}
	}
	if deadline, ok := ctx.Deadline(); ok {
		response.Remaining = int64(time.Until(deadline))
	}
	return response, nil
}

func (s *service) Fail(_ context.Context, request *interop.FailRequest) (*interop.EchoResponse, error) {
	failure := &spb.Status{Code: request.Code, Message: request.Message}
	if request.Detail != "" {
		detail, err := anypb.New(&interop.EchoRequest{Text: request.Detail})
		if err != nil {
			return nil, err
		}
		failure.Details = append(failure.Details, detail)
	}
	return nil, status.ErrorProto(failure)
}

func (s *service) Wait(ctx context.Context, _ *interop.WaitRequest) (*interop.WaitResponse, error) {
	s.count(func(o *interop.ObserveResponse) { o.Waiting++ })
	<-ctx.Done()
	s.count(func(o *interop.ObserveResponse) {
		o.Waiting--
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			o.Expired++
		} else {
			o.Cancelled++
		}
	})
	return nil, status.FromContextError(ctx.Err()).Err()
}

func (s *service) count(change func(*interop.ObserveResponse)) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	change(&s.observed)
}

func (s *service) Observe(context.Context, *interop.ObserveRequest) (*interop.ObserveResponse, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return &interop.ObserveResponse{Waiting: s.observed.Waiting, Expired: s.observed.Expired, Cancelled: s.observed.Cancelled}, nil
}

func (s *service) Count(_ context.Context, request *interop.CountRequest, stream interop.Interop_CountServer) error {
	for value := int64(1); value <= int64(request.Count); value++ {
		if err := stream.Send(&interop.Number{Value: value}); err != nil {
			return err
		}
	}
	if request.Code != 0 {
		return status.Error(codes.Code(request.Code), "counted, then failed")
	}
	return nil
}

func (s *service) Sum(_ context.Context, stream interop.Interop_SumServer) (*interop.Number, error) {
	sum := &interop.Number{}
	for {
		number, err := stream.Recv()
		if err == io.EOF {
			return sum, nil
		}
		if err != nil {
			return nil, err
		}
		sum.Value += number.Value
	}
}

func (s *service) Double(_ context.Context, stream interop.Interop_DoubleServer) error {
	for {
		number, err := stream.Recv()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if number.Value < 0 {
			return status.Errorf(codes.InvalidArgument, "%d is negative", number.Value)
		}
		if err := stream.Send(&interop.Number{Value: 2 * number.Value}); err != nil {
			return err
		}
	}
}
