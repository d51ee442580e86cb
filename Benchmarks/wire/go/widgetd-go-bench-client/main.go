// widgetd-go-bench-client measures calls as a Go program makes them, over containerd's Go ttrpc.
//
//	widgetd-go-bench-client status   SOCKET                 one Daemon.Status, printed: what `widgetctl status` is compared with
//	widgetd-go-bench-client latency  SOCKET WIDGET CALLS    one call in flight
//	widgetd-go-bench-client inflight SOCKET WIDGET CALLS    64 calls in flight
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sort"
	"strconv"
	"sync"
	"time"

	"github.com/containerd/ttrpc"

	widgetdv1 "widgetd/v1"
)

func main() {
	arguments := os.Args[1:]
	if len(arguments) < 2 {
		fail(errors.New("usage: widgetd-go-bench-client status|latency|inflight SOCKET [WIDGET CALLS]"))
	}
	connection, err := net.Dial("unix", arguments[1])
	if err != nil {
		fail(err)
	}
	client := ttrpc.NewClient(connection)
	if arguments[0] == "status" {
		status(client)
		return
	}
	if len(arguments) != 4 {
		fail(errors.New("a WIDGET and a number of CALLS are missing"))
	}
	calls, err := strconv.Atoi(arguments[3])
	if err != nil {
		fail(err)
	}
	get := caller(client, arguments[2])
	switch arguments[0] {
	case "latency":
		latency(get, calls)
	case "inflight":
		inflight(get, calls)
	default:
		fail(fmt.Errorf("unknown mode %s", arguments[0]))
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "widgetd-go-bench-client:", err)
	os.Exit(1)
}

func status(client *ttrpc.Client) {
	response, err := widgetdv1.NewDaemonClient(client).Status(context.Background(), &widgetdv1.StatusRequest{})
	if err != nil {
		fail(err)
	}
	fmt.Printf("version    %s\nprocess    %d\nstarted    %v\nsocket     %s\nstore      %s, %d bytes\nwidgets    %d\nkinds      %d\nproviders  %d\n",
		response.Version, response.ProcessId, response.StartedAt.AsTime(), response.SocketPath, response.StorePath, response.StoreBytes,
		response.Widgets, response.Kinds, response.Providers)
}

// The same call as the C client's: a request id fills the frame.
func caller(client *ttrpc.Client, widget string) func() {
	widgets := widgetdv1.NewWidgetsClient(client)
	metadata := ttrpc.MD{}
	metadata.Set("widgetd-request-id", "xxxxxxxxxxx")
	ctx := ttrpc.WithMetadata(context.Background(), metadata)
	return func() {
		if _, err := widgets.Get(ctx, &widgetdv1.GetWidgetRequest{Widget: widget}); err != nil {
			fail(err)
		}
	}
}

func latency(get func(), calls int) {
	samples := make([]time.Duration, calls)
	for i := 0; i < calls/10; i++ {
		get()
	}
	for i := range samples {
		start := time.Now()
		get()
		samples[i] = time.Since(start)
	}
	sort.Slice(samples, func(i, j int) bool { return samples[i] < samples[j] })
	fmt.Printf("call_p50_ns=%d\ncall_p99_ns=%d\n", samples[calls/2].Nanoseconds(), samples[calls*99/100].Nanoseconds())
}

func inflight(get func(), calls int) {
	run := func(calls int) {
		var group sync.WaitGroup
		for worker := 0; worker < 64; worker++ {
			group.Add(1)
			go func() {
				defer group.Done()
				for i := 0; i < calls/64; i++ {
					get()
				}
			}()
		}
		group.Wait()
	}
	run(calls / 10)
	start := time.Now()
	run(calls)
	fmt.Printf("calls_per_second=%.0f\n", float64(calls/64*64)/time.Since(start).Seconds())
}
