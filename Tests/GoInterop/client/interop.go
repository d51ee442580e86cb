package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/containerd/ttrpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"widgetd/interop"
)

func checkInterop(socket string) {
	connection := dial(socket)
	defer connection.Close()
	client := interop.NewInteropClient(connection)

	check("unary", func(ctx context.Context) error { return echo(ctx, client, "hello", 0) })
	check("unary, empty", func(ctx context.Context) error { return echo(ctx, client, "", 0) })
	check("unary, 1 MiB", func(ctx context.Context) error { return echo(ctx, client, "big", 1<<20) })
	check("unary, 100 at once", func(ctx context.Context) error { return echoAtOnce(ctx, client, 100) })
	check("metadata", func(ctx context.Context) error { return metadata(ctx, client) })
	check("error with details", func(ctx context.Context) error { return failure(ctx, client) })
	check("unknown method", func(ctx context.Context) error {
		return wants(codes.Unimplemented, connection.Call(ctx, "widgetd.interop.v1.Interop", "Nothing", &interop.WaitRequest{}, &interop.WaitResponse{}))
	})
	check("unknown service", func(ctx context.Context) error {
		return wants(codes.Unimplemented, connection.Call(ctx, "widgetd.interop.v1.Nobody", "Echo", &interop.WaitRequest{}, &interop.WaitResponse{}))
	})
	check("deadline", func(ctx context.Context) error { return deadline(ctx, client) })
	check("cancellation by closing", func(ctx context.Context) error { return cancellation(ctx, client, socket) })
	check("server stream", func(ctx context.Context) error { return count(ctx, client, 1000, codes.OK) })
	check("server stream, empty", func(ctx context.Context) error { return count(ctx, client, 0, codes.OK) })
	check("server stream that fails", func(ctx context.Context) error { return count(ctx, client, 10, codes.DataLoss) })
	check("client stream", func(ctx context.Context) error { return sum(ctx, client, 1000) })
	check("client stream, empty", func(ctx context.Context) error { return sum(ctx, client, 0) })
	check("both ways", func(ctx context.Context) error { return double(ctx, client, 1000) })
	check("both ways that fails", func(ctx context.Context) error { return doubleNegative(ctx, client) })
	check("streams beside calls", func(ctx context.Context) error { return together(ctx, client) })
}

func echo(ctx context.Context, client interop.InteropClient, text string, size int) error {
	data := bytes.Repeat([]byte{0xA5}, size)
	response, err := client.Echo(ctx, &interop.EchoRequest{Text: text, Data: data})
	if err != nil {
		return err
	}
	if response.Text != text || !bytes.Equal(response.Data, data) {
		return fmt.Errorf("the answer is %q with %d bytes", response.Text, len(response.Data))
	}
	return nil
}

func echoAtOnce(ctx context.Context, client interop.InteropClient, calls int) error {
	var group sync.WaitGroup
	results := make(chan error, calls)
	for i := 0; i < calls; i++ {
		group.Add(1)
		go func(i int) {
			defer group.Done()
			results <- echo(ctx, client, fmt.Sprint("call ", i), i)
		}(i)
	}
	group.Wait()
	close(results)
	for err := range results {
		if err != nil {
			return err
		}
	}
	return nil
}

func metadata(ctx context.Context, client interop.InteropClient) error {
	sent := ttrpc.MD{}
	sent.Set("widgetd-request-id", "one")
	sent.Set("colour", "red", "blue")
	response, err := client.Echo(ttrpc.WithMetadata(ctx, sent), &interop.EchoRequest{})
	if err != nil {
		return err
	}
	got := ttrpc.MD{}
	for _, pair := range response.Metadata {
		got.Append(pair.Key, pair.Value)
	}
	if fmt.Sprint(got) != fmt.Sprint(sent) {
		return fmt.Errorf("%v arrived instead of %v", got, sent)
	}
	return nil
}

func failure(ctx context.Context, client interop.InteropClient) error {
	_, err := client.Fail(ctx, &interop.FailRequest{Code: int32(codes.FailedPrecondition), Message: "not yet", Detail: "the detail"})
	if err := wants(codes.FailedPrecondition, err); err != nil {
		return err
	}
	got := status.Convert(err)
	if got.Message() != "not yet" {
		return fmt.Errorf("the message is %q", got.Message())
	}
	details := got.Proto().Details
	if len(details) != 1 {
		return fmt.Errorf("%d details arrived", len(details))
	}
	var detail interop.EchoRequest
	if err := details[0].UnmarshalTo(&detail); err != nil {
		return err
	}
	if detail.Text != "the detail" {
		return fmt.Errorf("the detail is %q", detail.Text)
	}
	return nil
}

func deadline(ctx context.Context, client interop.InteropClient) error {
	response, err := client.Echo(ctx, &interop.EchoRequest{})
	if err != nil {
		return err
	}
	if left := time.Duration(response.Remaining); left <= 0 || left > patience {
		return fmt.Errorf("the server sees %v left of %v", left, patience)
	}
	before, err := client.Observe(ctx, &interop.ObserveRequest{})
	if err != nil {
		return err
	}
	short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	// Whether the client's own timer or the server's answer comes first is a matter of chance.
	if _, err := client.Wait(short, &interop.WaitRequest{}); !errors.Is(err, context.DeadlineExceeded) {
		if err := wants(codes.DeadlineExceeded, err); err != nil {
			return err
		}
	}
	return until(ctx, "the server ends the call by its deadline", func() (bool, error) {
		now, err := client.Observe(ctx, &interop.ObserveRequest{})
		return err == nil && now.Expired == before.Expired+1, err
	})
}

func cancellation(ctx context.Context, client interop.InteropClient, socket string) error {
	before, err := client.Observe(ctx, &interop.ObserveRequest{})
	if err != nil {
		return err
	}
	other := dial(socket)
	done := make(chan error, 1)
	go func() {
		_, err := interop.NewInteropClient(other).Wait(ctx, &interop.WaitRequest{})
		done <- err
	}()
	if err := until(ctx, "the call waits in the server", func() (bool, error) {
		now, err := client.Observe(ctx, &interop.ObserveRequest{})
		return err == nil && now.Waiting == before.Waiting+1, err
	}); err != nil {
		return err
	}
	other.Close()
	if err := <-done; err == nil {
		return errors.New("the call succeeded on a closed connection")
	}
	return until(ctx, "the server cancels the call", func() (bool, error) {
		now, err := client.Observe(ctx, &interop.ObserveRequest{})
		return err == nil && now.Waiting == before.Waiting && now.Cancelled == before.Cancelled+1, err
	})
}

func count(ctx context.Context, client interop.InteropClient, numbers uint32, code codes.Code) error {
	stream, err := client.Count(ctx, &interop.CountRequest{Count: numbers, Code: int32(code)})
	if err != nil {
		return err
	}
	for expected := int64(1); expected <= int64(numbers); expected++ {
		number, err := stream.Recv()
		if err != nil {
			return fmt.Errorf("after %d numbers: %w", expected-1, err)
		}
		if number.Value != expected {
			return fmt.Errorf("%d arrived instead of %d", number.Value, expected)
		}
	}
	_, err = stream.Recv()
	if code == codes.OK {
		if err != io.EOF {
			return fmt.Errorf("the stream ends with %v", err)
		}
		return nil
	}
	return wants(code, err)
}

func sum(ctx context.Context, client interop.InteropClient, numbers int64) error {
	stream, err := client.Sum(ctx)
	if err != nil {
		return err
	}
	for value := int64(1); value <= numbers; value++ {
		if err := stream.Send(&interop.Number{Value: value}); err != nil {
			return err
		}
	}
	result, err := stream.CloseAndRecv()
	if err != nil {
		return err
	}
	if expected := numbers * (numbers + 1) / 2; result.Value != expected {
		return fmt.Errorf("the sum is %d instead of %d", result.Value, expected)
	}
	return nil
}

func double(ctx context.Context, client interop.InteropClient, numbers int64) error {
	stream, err := client.Double(ctx)
	if err != nil {
		return err
	}
	for value := int64(1); value <= numbers; value++ {
		if err := stream.Send(&interop.Number{Value: value}); err != nil {
			return err
		}
		number, err := stream.Recv()
		if err != nil {
			return err
		}
		if number.Value != 2*value {
			return fmt.Errorf("twice %d is %d", value, number.Value)
		}
	}
	if err := stream.CloseSend(); err != nil {
		return err
	}
	if _, err := stream.Recv(); err != io.EOF {
		return fmt.Errorf("the stream ends with %v", err)
	}
	return nil
}

func doubleNegative(ctx context.Context, client interop.InteropClient) error {
	stream, err := client.Double(ctx)
	if err != nil {
		return err
	}
	if err := stream.Send(&interop.Number{Value: -1}); err != nil {
		return err
	}
	_, err = stream.Recv()
	return wants(codes.InvalidArgument, err)
}

// Many streams and calls share one connection without mixing their messages.
func together(ctx context.Context, client interop.InteropClient) error {
	results := make(chan error, 30)
	for i := 0; i < 10; i++ {
		go func() { results <- count(ctx, client, 200, codes.OK) }()
		go func() { results <- double(ctx, client, 100) }()
		go func() { results <- echoAtOnce(ctx, client, 20) }()
	}
	for i := 0; i < cap(results); i++ {
		if err := <-results; err != nil {
			return err
		}
	}
	return nil
}
