/**
 * Three things and no more: a page of our own when there is no line, scripts and styles that never change kept at hand, and
 * files that the phone's share sheet hands over, kept on the device until the person has added them (a day at most).
 * Pages, answers of the API and pictures people uploaded always come from the network and are never stored.
 */
const OFFLINE = 'greenside-offline-2'
const ASSETS = 'greenside-assets-1'
/** Read by `src/app/shared-files.ts`. */
const SHARED = 'greenside-shared-1'
const SHARED_KEPT_MS = 86_400_000
const SHARED_MOST = 10
const SHARED_MOST_BYTES = 1_024 * 1_024 * 1_024
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
      const ours = [OFFLINE, ASSETS, SHARED]
      const names = await caches.keys()
      await Promise.all(names.filter((name) => !ours.includes(name)).map((name) => caches.delete(name)))
      await dropOldShared(await caches.open(SHARED))
      // The page is asked for while this worker still wakes up.
      await self.registration.navigationPreload?.enable()
      await self.clients.claim()
    })(),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method === 'POST' && url.origin === self.location.origin && url.pathname === '/share') {
    event.respondWith(keepShared(request))
    return
  }
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    event.respondWith(pageOrOffline(event))
    event.waitUntil(
      caches
        .open(SHARED)
        .then(dropOldShared)
        .catch(() => undefined),
    )
  } else if (url.pathname.startsWith('/assets/') && !request.headers.has('range'))
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

/** Files shared to us are kept until the page that asks who they are for has added them: signing in comes between. */
async function keepShared(request) {
  let problem = ''
  try {
    const files = (await request.formData()).getAll('files').filter((one) => one instanceof File && one.size > 0)
    const cache = await caches.open(SHARED)
    await dropOldShared(cache)
    const before = await cache.keys()
    let bytes = 0
    for (const key of before) bytes += Number((await cache.match(key))?.headers.get('content-length') ?? 0)
    let count = before.length
    if (files.length === 0) problem = 'nothing'
    for (const file of files) {
      if (count >= SHARED_MOST || bytes + file.size > SHARED_MOST_BYTES) {
        problem = 'too-much'
        break
      }
      await cache.put(
        `/shared-files/${crypto.randomUUID()}`,
        new Response(file, {
          headers: {
            'content-type': file.type || 'application/octet-stream',
            'content-length': String(file.size),
            'x-name': encodeURIComponent(file.name),
            'x-modified': String(file.lastModified),
            'x-shared-at': String(Date.now()),
          },
        }),
      )
      bytes += file.size
      count++
    }
  } catch {
    // The device has no room, or what was shared cannot be read.
    problem = 'unreadable'
  }
  return Response.redirect(problem ? `/share?problem=${problem}` : '/share', 303)
}

async function dropOldShared(cache) {
  for (const key of await cache.keys()) {
    const kept = await cache.match(key)
    if (Date.now() - Number(kept?.headers.get('x-shared-at')) > SHARED_KEPT_MS) await cache.delete(key)
  }
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
    self.registration.showNotification(told.title || 'New notification', {
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
