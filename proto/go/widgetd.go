// Package widgetd is a client of widgetd, with containerd's ttrpc and the messages of the .proto files.
//
//	client, err := widgetd.Dial("")
//	response, err := client.Widgets.List(ctx, &v1.ListWidgetsRequest{})
//
// An error of the daemon carries a status: status.Code(err) of google.golang.org/grpc/status is its code, and its message names the
// field, the limit and what to do. A context's deadline goes with a call.
package widgetd

//go:generate ./generate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/containerd/ttrpc"

	v1 "widgetd/v1"
)

// The daemon closes a connection that is silent for five minutes.
const keepAlive = 4 * time.Minute

// Client is a connection to the daemon, and its services. Goroutines may share it. If the daemon ends, every call fails with
// ttrpc.ErrClosed: Dial again.
type Client struct {
	Activities v1.ActivitiesClient
	Controls   v1.ControlsClient
	Daemon     v1.DaemonService
	Devices    v1.DevicesService
	Fleet      v1.FleetService
	Intents    v1.IntentsService
	Push       v1.PushService
	SmartStack v1.SmartStackClient
	Surfaces   v1.SurfacesClient
	Widgets    v1.WidgetsClient

	path       string
	connection *ttrpc.Client
	closed     chan struct{}
}

// Dial connects to the daemon at a path; an empty path is that of SocketPath.
func Dial(path string) (*Client, error) {
	if path == "" {
		path = SocketPath()
	}
	closed := make(chan struct{})
	connection, err := connect(path, ttrpc.WithOnClose(func() { close(closed) }))
	if err != nil {
		return nil, err
	}
	client := &Client{
		Activities: v1.NewActivitiesClient(connection), Controls: v1.NewControlsClient(connection), Daemon: v1.NewDaemonClient(connection),
		Devices: v1.NewDevicesClient(connection), Fleet: v1.NewFleetClient(connection), Intents: v1.NewIntentsClient(connection), Push: v1.NewPushClient(connection),
		SmartStack: v1.NewSmartStackClient(connection), Surfaces: v1.NewSurfacesClient(connection), Widgets: v1.NewWidgetsClient(connection),
		path: path, connection: connection, closed: closed,
	}
	go client.stayConnected()
	return client, nil
}

// Close ends the connection, and with it the calls that run.
func (c *Client) Close() error { return c.connection.Close() }

// Connect makes a further connection. A stream needs one of its own: ttrpc reads nothing else while a stream has something unread.
// So a stream of Activities.Follow or Surfaces.Register is opened on it: v1.NewActivitiesClient(connection).Follow(ctx).
func (c *Client) Connect() (*ttrpc.Client, error) { return connect(c.path) }

// WatchWidgets calls each for every widget as it is, and then for every change, until ctx ends or each returns an error. The daemon
// sends as much as the socket takes. From then on it keeps the newest state of each widget, and skips what is older.
func (c *Client) WatchWidgets(ctx context.Context, request *v1.WatchRequest, each func(*v1.WatchEvent) error) error {
	return follow(ctx, c, request, each, func(ctx context.Context, connection *ttrpc.Client) (stream[v1.WatchRequest, v1.WatchEvent], error) {
		return v1.NewWidgetsClient(connection).Watch(ctx)
	})
}

// WatchActivities is WatchWidgets for Live Activities.
func (c *Client) WatchActivities(ctx context.Context, request *v1.WatchActivitiesRequest, each func(*v1.ActivityEvent) error) error {
	return follow(ctx, c, request, each, func(ctx context.Context, connection *ttrpc.Client) (stream[v1.WatchActivitiesRequest, v1.ActivityEvent], error) {
		return v1.NewActivitiesClient(connection).Watch(ctx)
	})
}

// WatchControls is WatchWidgets for controls.
func (c *Client) WatchControls(ctx context.Context, request *v1.WatchControlsRequest, each func(*v1.ControlEvent) error) error {
	return follow(ctx, c, request, each, func(ctx context.Context, connection *ttrpc.Client) (stream[v1.WatchControlsRequest, v1.ControlEvent], error) {
		return v1.NewControlsClient(connection).Watch(ctx)
	})
}

// SocketPath is where the daemon's socket is: WIDGETD_SOCKET, or the first of the usual places that exists.
func SocketPath() string {
	if path := os.Getenv("WIDGETD_SOCKET"); path != "" {
		return path
	}
	state := os.Getenv("XDG_STATE_HOME")
	if home := os.Getenv("HOME"); state == "" && home != "" {
		state = filepath.Join(home, ".local/state")
	}
	paths := []string{}
	for _, directory := range []string{os.Getenv("XDG_RUNTIME_DIR"), fmt.Sprint("/run/user/", os.Getuid()), state} {
		if directory != "" {
			paths = append(paths, filepath.Join(directory, "widgetd/widgetd.sock"))
		}
	}
	paths = append(paths, fmt.Sprintf("/run/widgetd-%d/widgetd.sock", os.Getuid()), "/run/widgetd/widgetd.sock")
	for _, path := range paths {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return paths[0]
}

type stream[Request, Event any] interface {
	Send(*Request) error
	Recv() (*Event, error)
}

func follow[Request, Event any](
	ctx context.Context, c *Client, request *Request, each func(*Event) error,
	open func(context.Context, *ttrpc.Client) (stream[Request, Event], error),
) error {
	connection, err := c.Connect()
	if err != nil {
		return err
	}
	defer connection.Close()
	events, err := open(ctx, connection)
	if err != nil {
		return err
	}
	if err := events.Send(request); err != nil {
		return err
	}
	for {
		event, err := events.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := each(event); err != nil {
			return err
		}
	}
}

func (c *Client) stayConnected() {
	ticker := time.NewTicker(keepAlive)
	defer ticker.Stop()
	for {
		select {
		case <-c.closed:
			return
		case <-ticker.C:
			// A failure is seen by the next call.
			ctx, cancel := context.WithTimeout(context.Background(), keepAlive)
			_, _ = c.Daemon.Check(ctx, &v1.CheckRequest{})
			cancel()
		}
	}
}

func connect(path string, options ...ttrpc.ClientOpts) (*ttrpc.Client, error) {
	connection, err := net.Dial("unix", path)
	if err != nil {
		return nil, fmt.Errorf("%w; is widgetd running?", err)
	}
	return ttrpc.NewClient(connection, options...), nil
}
