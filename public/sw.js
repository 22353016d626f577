/**
 * Two things and no more: a page of our own when there is no line, and scripts and styles that never change kept at hand.
 * Pages, answers of the API and pictures people uploaded always come from the network and are never stored.
 */
const OFFLINE = 'greenside-offline-2'
const ASSETS = 'greenside-assets-1'
const OFFLINE_FILES = ['/offline.html', '/offline.js', '/favicon.svg']
/** About three builds' worth of files. */
const ASSETS_KEPT = 240

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(OFFLINE)
      .then((cache) => cache.addAll(OFFLINE_FILES.map((file) => new Request(file, { cache: 'reload' }))))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const ours = [OFFLINE, ASSETS]
      const names = await caches.keys()
      await Promise.all(names.filter((name) => !ours.includes(name)).map((name) => caches.delete(name)))
      // The page is asked for while this worker still wakes up.
      await self.registration.navigationPreload?.enable()
      await self.clients.claim()
    })(),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(pageOrOffline(event))
  else if (url.pathname.startsWith('/assets/') && !request.headers.has('range'))
    event.respondWith(keptAsset(event))
  else if (url.pathname === '/favicon.svg' || url.pathname === '/offline.js')
    event.respondWith(fetch(request).catch(() => caches.match(request)))
})

async function pageOrOffline(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await caches.match('/offline.html')) ?? Response.error()
  }
}

/** Their names carry a fingerprint of what is in them: one that is here is the right one. */
async function keptAsset(event) {
  const cache = await caches.open(ASSETS)
  const kept = await cache.match(event.request)
  if (kept) return kept
  const answer = await fetch(event.request)
  if (answer.ok && answer.type === 'basic') {
    const copy = answer.clone()
    event.waitUntil(cache.put(event.request, copy).then(() => dropOldest(cache)).catch(() => undefined))
  }
  return answer
}

async function dropOldest(cache) {
  const kept = await cache.keys()
  await Promise.all(kept.slice(0, Math.max(0, kept.length - ASSETS_KEPT)).map((old) => cache.delete(old)))
}

/** What the server has to tell: `{ title, body, href, tag }`. One with a tag that is shown already is replaced. */
self.addEventListener('push', (event) => {
  let told = {}
  try {
    told = event.data?.json() ?? {}
  } catch {
    // Not ours: browsers want something shown for every push.
  }
  event.waitUntil(
    self.registration.showNotification(told.title || 'Greenside', {
      body: told.body || '',
      tag: told.tag || undefined,
      icon: '/icon-192.png',
      badge: '/icon-192.png',
      data: { href: ownPage(told.href) },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { href } = event.notification.data
  event.waitUntil(
    (async () => {
      const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
      const there = open.find((client) => client.url === new URL(href, self.location.origin).href)
      if (there) return there.focus()
      return self.clients.openWindow(href)
    })(),
  )
})

/** A page of ours and nothing else. */
function ownPage(href) {
  try {
    const url = new URL(href, self.location.origin)
    return url.origin === self.location.origin ? url.href : '/notifications'
  } catch {
    return '/notifications'
  }
}
