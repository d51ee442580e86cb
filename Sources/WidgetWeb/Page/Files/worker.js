// Shows the alerts that the board sends through the browser's push service, and opens the board where one is tapped.
"use strict";
addEventListener("push", (event) => {
  const { title, body, tag, icon } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag, icon, renotify: true }));
});
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(clients.matchAll({ type: "window" }).then((open) => (open[0] ? open[0].focus() : clients.openWindow("/"))));
});
