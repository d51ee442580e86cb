package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/containerd/ttrpc"
	"google.golang.org/grpc/codes"

	widgetdv1 "widgetd/v1"
)

// daemon is what the checks of widgetd share: its services and the one widget that they place.
type daemon struct {
	socket     string
	connection *ttrpc.Client
	widgets    widgetdv1.WidgetsClient
	control    widgetdv1.DaemonService
	kind       string
	widget     string
}

func checkWidgetd(socket, kind string) {
	connection := dial(socket)
	defer connection.Close()
	d := &daemon{
		socket: socket, connection: connection, kind: kind,
		widgets: widgetdv1.NewWidgetsClient(connection), control: widgetdv1.NewDaemonClient(connection),
	}
	check("Daemon.Check", func(ctx context.Context) error {
		_, err := d.control.Check(ctx, &widgetdv1.CheckRequest{})
		return err
	})
	check("Daemon.Status", d.status)
	check("Widgets.Kinds", d.kinds)
	check("Widgets.Place", d.place)
	check("Widgets.List", d.list)
	check("Widgets.Get, until its timeline is there", d.get)
	check("Widgets.Timeline", d.timeline)
	check("Widgets.Reload", d.reload)
	check("Widgets.Perform, at most once a key", d.perform)
	check("Widgets.Explain", d.explain)
	check("Widgets.Watch, with credit", d.watch)
	check("Widgets.Watch, ended by the client", d.endWatch)
	check("errors", d.errors)
	check("deadline", d.deadline)
	check("50 calls at once", d.atOnce)
	check("Widgets.Remove", d.remove)
}

func (d *daemon) status(ctx context.Context) error {
	response, err := d.control.Status(ctx, &widgetdv1.StatusRequest{})
	if err != nil {
		return err
	}
	if response.Version == "" || response.ProcessId == 0 || response.StartedAt == nil {
		return fmt.Errorf("the answer lacks a version, a process or a date: %v", response)
	}
	return nil
}

func (d *daemon) kinds(ctx context.Context) error {
	response, err := d.widgets.Kinds(ctx, &widgetdv1.KindsRequest{})
	if err != nil {
		return err
	}
	for _, kind := range response.Kinds {
		if kind.Id == d.kind {
			if len(kind.Families) == 0 || kind.DisplayName == "" || !kind.Installed {
				return fmt.Errorf("%s has no family, no name or isn't installed: %v", d.kind, kind)
			}
			return nil
		}
	}
	return fmt.Errorf("%s isn't among %d kinds", d.kind, len(response.Kinds))
}

func (d *daemon) place(ctx context.Context) error {
	request := &widgetdv1.PlaceRequest{Kind: d.kind, IdempotencyKey: fmt.Sprint("go-", time.Now().UnixNano())}
	response, err := d.widgets.Place(ctx, request)
	if err != nil {
		return err
	}
	if !response.Placed || len(response.Widget.Id) != 36 {
		return fmt.Errorf("it wasn't placed: %v", response)
	}
	d.widget = response.Widget.Id
	again, err := d.widgets.Place(ctx, request)
	if err != nil {
		return err
	}
	if again.Widget.Id != d.widget {
		return fmt.Errorf("the same key placed a second widget, %s", again.Widget.Id)
	}
	return nil
}

func (d *daemon) list(ctx context.Context) error {
	token := ""
	for {
		page, err := d.widgets.List(ctx, &widgetdv1.ListWidgetsRequest{PageSize: 1, PageToken: token, Kind: d.kind})
		if err != nil {
			return err
		}
		if len(page.Widgets) > 1 {
			return fmt.Errorf("a page of 1 has %d widgets", len(page.Widgets))
		}
		for _, snapshot := range page.Widgets {
			if snapshot.Widget.Id == d.widget {
				return nil
			}
		}
		if token = page.NextPageToken; token == "" {
			return errors.New("the widget isn't listed")
		}
	}
}

func (d *daemon) snapshot(ctx context.Context) (*widgetdv1.WidgetSnapshot, error) {
	return d.widgets.Get(ctx, &widgetdv1.GetWidgetRequest{Widget: d.widget})
}

func (d *daemon) get(ctx context.Context) error {
	return until(ctx, "a current entry with an archive", func() (bool, error) {
		snapshot, err := d.snapshot(ctx)
		if err != nil {
			return false, err
		}
		if snapshot.LastError != "" {
			return false, errors.New(snapshot.LastError)
		}
		return snapshot.State == widgetdv1.WidgetSnapshot_CURRENT && len(snapshot.GetArchive().GetNodes()) > 0, nil
	})
}

func (d *daemon) timeline(ctx context.Context) error {
	response, err := d.widgets.Timeline(ctx, &widgetdv1.GetTimelineRequest{Widget: d.widget, IncludeArchives: true})
	if err != nil {
		return err
	}
	current := 0
	for _, entry := range response.Entries {
		if len(entry.Digest) != 32 || entry.Archive == nil || entry.Date == nil {
			return fmt.Errorf("an entry lacks its date, digest or archive: %v", entry)
		}
		if entry.Current {
			current++
		}
	}
	if current != 1 {
		return fmt.Errorf("%d of %d entries are current", current, len(response.Entries))
	}
	return nil
}

func (d *daemon) reload(ctx context.Context) error {
	response, err := d.widgets.Reload(ctx, &widgetdv1.ReloadRequest{Target: &widgetdv1.ReloadRequest_Widget{Widget: d.widget}})
	if err != nil {
		return err
	}
	if len(response.Receipts) != 1 || response.Receipts[0].WidgetId != d.widget || response.Receipts[0].Rule == "" {
		return fmt.Errorf("the receipts are %v", response.Receipts)
	}
	if response.Receipts[0].Outcome == widgetdv1.ReloadOutcome_RELOAD_OUTCOME_UNSPECIFIED {
		return errors.New("the receipt has no outcome")
	}
	return nil
}

// perform taps the first action of the shown entry that is an intent. A kind without one has nothing to check.
func (d *daemon) perform(ctx context.Context) error {
	snapshot, err := d.snapshot(ctx)
	if err != nil {
		return err
	}
	action := ""
	for _, candidate := range snapshot.GetArchive().GetActions() {
		if candidate.GetIntent() != nil {
			action = candidate.Id
			break
		}
	}
	if action == "" {
		return fmt.Errorf("%s shows no intent", d.kind)
	}
	request := &widgetdv1.PerformRequest{Widget: d.widget, Action: action, IdempotencyKey: fmt.Sprint("go-", time.Now().UnixNano())}
	first, err := d.widgets.Perform(ctx, request)
	if err != nil {
		return err
	}
	second, err := d.widgets.Perform(ctx, request)
	if err != nil {
		return err
	}
	if first.RepeatedKey || !second.RepeatedKey {
		return fmt.Errorf("repeated is %v, then %v", first.RepeatedKey, second.RepeatedKey)
	}
	return nil
}

func (d *daemon) explain(ctx context.Context) error {
	response, err := d.widgets.Explain(ctx, &widgetdv1.ExplainRequest{Widget: d.widget})
	if err != nil {
		return err
	}
	if len(response.Sentences) == 0 || len(response.Decisions) == 0 {
		return fmt.Errorf("%d sentences and %d decisions", len(response.Sentences), len(response.Decisions))
	}
	return nil
}

// watch sees the widget as it is, the end of the initial state, and then the change that a reload brings.
func (d *daemon) watch(ctx context.Context) error {
	stream, err := d.widgets.Watch(ctx)
	if err != nil {
		return err
	}
	if err := stream.Send(&widgetdv1.WatchRequest{WidgetIds: []string{d.widget}, CreditMessages: 2, CreditBytes: 1 << 20}); err != nil {
		return err
	}
	event, err := stream.Recv()
	if err != nil {
		return err
	}
	before := event.GetWidget()
	if before == nil || before.Widget.Id != d.widget {
		return fmt.Errorf("the first event is %v", event)
	}
	if event, err = stream.Recv(); err != nil {
		return err
	}
	if !event.GetInitialStateSent() {
		return fmt.Errorf("the second event is %v", event)
	}
	if err := stream.Send(&widgetdv1.WatchRequest{CreditMessages: 64, CreditBytes: 1 << 20}); err != nil {
		return err
	}
	// Read beside the call: more than one event may come before its answer.
	events, ended := make(chan *widgetdv1.WatchEvent, 64), make(chan error, 1)
	go func() {
		defer close(events)
		for {
			event, err := stream.Recv()
			if err == io.EOF {
				ended <- nil
				return
			}
			if err != nil {
				ended <- err
				return
			}
			events <- event
		}
	}()
	reload := &widgetdv1.ReloadRequest{Target: &widgetdv1.ReloadRequest_Widget{Widget: d.widget}}
	if _, err := d.widgets.Reload(ctx, reload); err != nil {
		return err
	}
	event, isOpen := <-events
	if !isOpen {
		return fmt.Errorf("the stream ended: %v", <-ended)
	}
	after := event.GetWidget()
	if after == nil || after.Revision <= before.Revision {
		return fmt.Errorf("after revision %d comes %v", before.Revision, event)
	}
	if err := stream.CloseSend(); err != nil {
		return err
	}
	for range events {
	}
	return <-ended
}

// endWatch closes its side; the server ends the stream.
func (d *daemon) endWatch(ctx context.Context) error {
	stream, err := d.widgets.Watch(ctx)
	if err != nil {
		return err
	}
	if err := stream.Send(&widgetdv1.WatchRequest{CreditMessages: 1000}); err != nil {
		return err
	}
	if err := stream.CloseSend(); err != nil {
		return err
	}
	return drain(stream)
}

// drain reads to the end: Go's client stands still for every call of the connection while a stream of it has something unread.
func drain(stream widgetdv1.Widgets_WatchClient) error {
	for {
		if _, err := stream.Recv(); err != nil {
			if err == io.EOF {
				return nil
			}
			return err
		}
	}
}

func (d *daemon) errors(ctx context.Context) error {
	_, err := d.widgets.Get(ctx, &widgetdv1.GetWidgetRequest{Widget: "00000000-0000-7000-8000-000000000000"})
	if err := wants(codes.NotFound, err); err != nil {
		return fmt.Errorf("an unknown widget: %w", err)
	}
	_, err = d.widgets.Place(ctx, &widgetdv1.PlaceRequest{Kind: "no-such-kind"})
	if err := wants(codes.NotFound, err); err != nil {
		return fmt.Errorf("an unknown kind: %w", err)
	}
	_, err = d.widgets.Place(ctx, &widgetdv1.PlaceRequest{Kind: d.kind, IdempotencyKey: string(make([]byte, 200))})
	if err := wants(codes.InvalidArgument, err); err != nil {
		return fmt.Errorf("a key over its limit: %w", err)
	}
	_, err = d.widgets.Perform(ctx, &widgetdv1.PerformRequest{Widget: d.widget, Action: "no-such-action"})
	if err := wants(codes.NotFound, err); err != nil {
		return fmt.Errorf("an unknown action: %w", err)
	}
	err = d.connection.Call(ctx, "widgetd.v1.Widgets", "Nothing", &widgetdv1.KindsRequest{}, &widgetdv1.KindsResponse{})
	if err := wants(codes.Unimplemented, err); err != nil {
		return fmt.Errorf("an unknown method: %w", err)
	}
	return nil
}

// deadline: a call whose time has passed fails, and the connection serves the next.
func (d *daemon) deadline(ctx context.Context) error {
	short, cancel := context.WithTimeout(ctx, time.Nanosecond)
	defer cancel()
	if _, err := d.control.CheckProvider(short, &widgetdv1.CheckProviderRequest{Provider: "any"}); !errors.Is(err, context.DeadlineExceeded) {
		if err := wants(codes.DeadlineExceeded, err); err != nil {
			return err
		}
	}
	_, err := d.control.Check(ctx, &widgetdv1.CheckRequest{})
	return err
}

func (d *daemon) atOnce(ctx context.Context) error {
	results := make(chan error, 50)
	for i := 0; i < cap(results); i++ {
		go func() {
			snapshot, err := d.snapshot(ctx)
			if err == nil && snapshot.Widget.Id != d.widget {
				err = fmt.Errorf("the answer is of %s", snapshot.Widget.Id)
			}
			results <- err
		}()
	}
	for i := 0; i < cap(results); i++ {
		if err := <-results; err != nil {
			return err
		}
	}
	return nil
}

func (d *daemon) remove(ctx context.Context) error {
	response, err := d.widgets.Remove(ctx, &widgetdv1.RemoveRequest{Widget: d.widget})
	if err != nil {
		return err
	}
	if response.WidgetId != d.widget {
		return fmt.Errorf("%s was removed", response.WidgetId)
	}
	_, err = d.snapshot(ctx)
	return wants(codes.NotFound, err)
}
