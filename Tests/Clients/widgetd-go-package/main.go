// widgetd-go-package uses the package of proto/go as a program of a user's would.
//
//	widgetd-go-package SOCKET KIND
//
// It prints `ok NAME` for each thing that holds and `not ok NAME: why` for one that doesn't, and exits 1 when there was one.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"widgetd"
	v1 "widgetd/v1"
)

const patience = 30 * time.Second

var errEnough = errors.New("enough was seen")

var failed = false

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: widgetd-go-package SOCKET KIND")
		os.Exit(64)
	}
	os.Setenv("WIDGETD_SOCKET", os.Args[1])
	client, err := widgetd.Dial("")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer client.Close()
	kind := os.Args[2]
	check("unary calls", func(ctx context.Context) error { return calls(ctx, client) })
	check("a widget is placed, listed and removed", func(ctx context.Context) error { return placing(ctx, client, kind) })
	check("changes are followed until enough was seen", func(ctx context.Context) error { return following(ctx, client, kind) })
	check("following ends with its context", func(ctx context.Context) error { return ending(ctx, client) })
	check("a stream in both directions, on a connection of its own", func(ctx context.Context) error { return streaming(ctx, client) })
	check("errors have a code, and name the field", func(ctx context.Context) error { return failing(ctx, client, kind) })
	check("nobody listens", func(context.Context) error {
		if _, err := widgetd.Dial("/nowhere/widgetd.sock"); err == nil || !strings.Contains(err.Error(), "is widgetd running?") {
			return fmt.Errorf("dialling gives %v", err)
		}
		return nil
	})
	if failed {
		os.Exit(1)
	}
}

func check(name string, body func(context.Context) error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := body(ctx); err != nil {
		failed = true
		fmt.Printf("not ok Go: %s: %v\n", name, err)
		return
	}
	fmt.Println("ok Go:", name)
}

func calls(ctx context.Context, client *widgetd.Client) error {
	answer, err := client.Daemon.Describe(ctx, &v1.DescribeDaemonRequest{})
	if err != nil {
		return err
	}
	for _, service := range answer.Services {
		if service.Name == "widgetd.v1.Widgets" && len(service.Methods) > 10 && answer.Right == v1.DescribeDaemonResponse_MANAGE {
			return nil
		}
	}
	return fmt.Errorf("the daemon describes itself as %v", answer)
}

func placing(ctx context.Context, client *widgetd.Client, kind string) error {
	placed, err := client.Widgets.Place(ctx, &v1.PlaceRequest{Kind: kind, Name: "From Go"})
	if err != nil {
		return err
	}
	listed, err := client.Widgets.List(ctx, &v1.ListWidgetsRequest{Kind: kind})
	if err != nil {
		return err
	}
	found := false
	for _, snapshot := range listed.Widgets {
		found = found || snapshot.Widget.Id == placed.Widget.Id
	}
	if !found {
		return fmt.Errorf("%s isn't listed", placed.Widget.Id)
	}
	_, err = client.Widgets.Remove(ctx, &v1.RemoveRequest{Widget: placed.Widget.Id})
	return err
}

func following(ctx context.Context, client *widgetd.Client, kind string) error {
	isReloaded := false
	err := client.WatchWidgets(ctx, &v1.WatchRequest{}, func(event *v1.WatchEvent) error {
		if event.GetInitialStateSent() {
			isReloaded = true
			_, err := client.Widgets.Reload(ctx, &v1.ReloadRequest{Target: &v1.ReloadRequest_Kind{Kind: kind}})
			return err
		}
		if isReloaded && event.GetWidget().GetWidget().GetKind() == kind {
			return errEnough
		}
		return nil
	})
	if !errors.Is(err, errEnough) {
		return fmt.Errorf("it ends with %v", err)
	}
	return nil
}

func ending(ctx context.Context, client *widgetd.Client) error {
	short, cancel := context.WithCancel(ctx)
	defer cancel()
	err := client.WatchControls(short, &v1.WatchControlsRequest{}, func(event *v1.ControlEvent) error {
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		return fmt.Errorf("it ends with %v", err)
	}
	err = client.WatchActivities(ctx, &v1.WatchActivitiesRequest{}, func(event *v1.ActivityEvent) error { return errEnough })
	if !errors.Is(err, errEnough) {
		return fmt.Errorf("it ends with %v", err)
	}
	return nil
}

func streaming(ctx context.Context, client *widgetd.Client) error {
	connection, err := client.Connect()
	if err != nil {
		return err
	}
	defer connection.Close()
	stream, err := v1.NewActivitiesClient(connection).Follow(ctx)
	if err != nil {
		return err
	}
	start := &v1.StartActivityRequest{App: "test", Tag: "go", Type: "task", Attributes: `{"title": "Test"}`}
	if err := stream.Send(&v1.FollowActivityRequest{Request: &v1.FollowActivityRequest_Start{Start: start}}); err != nil {
		return err
	}
	receipt, err := stream.Recv()
	if err != nil {
		return err
	}
	_, err = client.Activities.Get(ctx, &v1.GetActivityRequest{Activity: receipt.ActivityId})
	return err
}

func failing(ctx context.Context, client *widgetd.Client, kind string) error {
	_, err := client.Widgets.Place(ctx, &v1.PlaceRequest{Kind: kind, IdempotencyKey: strings.Repeat("x", 200)})
	if status.Code(err) != codes.InvalidArgument || !strings.Contains(err.Error(), "idempotency_key") {
		return fmt.Errorf("a key over its limit gives %v", err)
	}
	short, cancel := context.WithTimeout(ctx, time.Nanosecond)
	defer cancel()
	if _, err := client.Widgets.List(short, &v1.ListWidgetsRequest{}); err == nil {
		return errors.New("a deadline that has passed is kept")
	}
	_, err = client.Daemon.Check(ctx, &v1.CheckRequest{})
	return err
}
