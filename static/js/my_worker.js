// The service worker of a player's page: shows a page without a connection, and the message that the player is called.
// It answers only when the network fails, and only with the page that says so: it keeps no page of the site, so none can
// be out of date, and what the outbox sends passes it by.
//
// self.kept   set by the address that imports this file: {version, own, page, files, icon}, with the page shown without a
//             connection and the files that it needs
(function () {
  "use strict";
  const { version, own, page, files, icon } = self.kept;
  const NAME = "barpoint-offline-" + own, CACHE = NAME + version;

  self.addEventListener("install", (event) => {
    const fresh = [page, ...files].map((address) => new Request(address, { cache: "reload" }));
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)).then(() => self.skipWaiting()));
  });

  self.addEventListener("activate", (event) => {
    const forget = (names) => names.filter((name) => name.startsWith(NAME) && name !== CACHE);
    event.waitUntil(caches.keys().then((names) => Promise.all(forget(names).map((name) => caches.delete(name)))));
  });

  self.addEventListener("fetch", (event) => {
    const { request } = event, isPage = request.mode === "navigate";
    if (request.method !== "GET") return;
    const kept = isPage ? page : files.find((each) => new URL(request.url).pathname === each);
    if (!kept) return;
    const instead = () => caches.match(kept).then((answer) => answer || Response.error());
    event.respondWith(fetch(request).catch(instead));
  });

  // A call: a later message about the match takes the place of the earlier one.
  self.addEventListener("push", (event) => {
    const { title, text, tag, lang } = event.data.json();
    event.waitUntil(self.registration.showNotification(title, { body: text, tag, lang, icon, renotify: true }));
  });

  async function open() {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const shown = pages.find((each) => new URL(each.url).pathname === own);
    return shown ? shown.focus() : self.clients.openWindow(own);
  }

  self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open());
  });
})();
