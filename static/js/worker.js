/* The service worker: shows pushes and leads to the table. It keeps nothing and stands between no page and the network.
   A push holds JSON: title, body, url (a path of this site), tag (a newer one takes the place of the older), lang, icon. */
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

function read(event) {
  try {
    return event.data.json();
  } catch {
    return {};
  }
}

self.addEventListener("push", (event) => {
  const told = read(event);
  event.waitUntil(self.registration.showNotification(told.title || "Lantern Post", {
    body: told.body || "",
    tag: told.tag || "house",
    lang: told.lang || "",
    icon: told.icon || undefined,
    badge: told.icon || undefined,
    data: { url: told.url || "/" },
  }));
});

async function lead(path) {
  const wanted = new URL(path, self.location.origin);
  const url = wanted.origin === self.location.origin ? wanted : new URL("/", self.location.origin);
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((page) => new URL(page.url).pathname === url.pathname);
  return there ? there.focus() : self.clients.openWindow(url.href);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead((event.notification.data || {}).url || "/"));
});
