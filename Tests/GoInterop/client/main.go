// widgetd-go-client drives a server over containerd's Go ttrpc: the proof that what this project speaks is the real protocol.
//
//	widgetd-go-client interop SOCKET          the interop service (interop.proto)
//	widgetd-go-client widgetd SOCKET KIND     widgetd itself; places a widget of KIND
//
// It prints `ok NAME` for each check that holds and `not ok NAME: why` for one that doesn't, and exits 1 when there was one.
package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"time"

	"github.com/containerd/ttrpc"
	"github.com/sirupsen/logrus"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// No single call may take longer.
const patience = 30 * time.Second

func main() {
	arguments := os.Args[1:]
	// Go ttrpc logs a late answer to a call that was given up; it isn't an error here.
	logrus.SetLevel(logrus.FatalLevel)
	switch {
	case len(arguments) == 2 && arguments[0] == "interop":
		checkInterop(arguments[1])
	case len(arguments) == 3 && arguments[0] == "widgetd":
		checkWidgetd(arguments[1], arguments[2])
	default:
		fmt.Fprintln(os.Stderr, "usage: widgetd-go-client interop SOCKET | widgetd SOCKET KIND")
		os.Exit(64)
	}
	if failures > 0 {
		fmt.Printf("%d checks failed\n", failures)
		os.Exit(1)
	}
}

var failures int

// check runs one check; an error it returns is its failure.
func check(name string, body func(ctx context.Context) error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := body(ctx); err != nil {
		failures++
		fmt.Printf("not ok %s: %v\n", name, err)
		return
	}
	fmt.Println("ok", name)
}

// dial connects, and ends the program when there is nobody.
func dial(socket string) *ttrpc.Client {
	connection, err := net.Dial("unix", socket)
	if err != nil {
		fmt.Fprintln(os.Stderr, "widgetd-go-client:", err)
		os.Exit(1)
	}
	return ttrpc.NewClient(connection)
}

// wants is an error unless err carries this code and a message.
func wants(code codes.Code, err error) error {
	if err == nil {
		return fmt.Errorf("it succeeded instead of failing with %v", code)
	}
	got, ok := status.FromError(err)
	if !ok {
		return fmt.Errorf("%v instead of %v", err, code)
	}
	if got.Code() != code {
		return fmt.Errorf("%v (%s) instead of %v", got.Code(), got.Message(), code)
	}
	if got.Message() == "" {
		return fmt.Errorf("%v comes without a message", code)
	}
	return nil
}

// until asks again until the condition holds.
func until(ctx context.Context, what string, condition func() (bool, error)) error {
	for {
		holds, err := condition()
		if err != nil || holds {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("in %v not seen: %s", patience, what)
		case <-time.After(10 * time.Millisecond):
		}
	}
}
