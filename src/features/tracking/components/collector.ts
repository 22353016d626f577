import type { AnyRouter } from '@tanstack/react-router'
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { pushToDataLayer } from '#platform/data-layer.ts'
import { uuidV7 } from '#platform/uuid.ts'
import { bareReferrer, LIST_COACHES } from '../tracking.ts'
import { type BeaconQueue, beaconQueue } from './beacon-queue.ts'
import { listenToSignals } from './signals.ts'
import { type ViewTimer, viewTimer } from './view-timer.ts'

const BEAT_MS = 10_000
const ADDRESS = '/t'

interface View {
  id: string
  path: string
  timer: ViewTimer
  /** The last beat, to avoid duplicates. */
  told: string
}

const now = () => performance.now()
/** The path as the browser encodes it, without query and hash. */
const path = () => location.pathname.slice(0, 300)
const isVisible = () => document.visibilityState === 'visible'

/** Tracks the current page and the following ones, until it is stopped. */
export function startCollector(router: AnyRouter): () => void {
  const queue = beaconQueue({ first: sendAndWait, later: sendAway })
  let view = openView(queue, path(), document.referrer)

  const beat = (exitPath = view.path) => {
    const seconds = view.timer.seconds()
    if (view.told === `${seconds} ${exitPath}`) return
    view.told = `${seconds} ${exitPath}`
    queue.add({ kind: 'beat', viewId: view.id, seconds, exitPath })
  }
  const move = () => {
    if (path() === view.path) return
    beat(path())
    view = openView(queue, path(), location.origin + view.path)
  }
  const leave = () => {
    view.timer.hide()
    beat()
    queue.flush({ isLeaving: true })
  }
  const onVisibility = () => (isVisible() ? view.timer.show() : leave())
  /** A page restored from the back/forward cache is a new view. */
  const onReturn = (event: PageTransitionEvent) => {
    if (event.persisted) view = openView(queue, path(), '')
  }
  const timer = setInterval(() => isVisible() && beat(), BEAT_MS)
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', onReturn)
  const unsubscribe = router.subscribe('onResolved', move)
  listenToSignals((signal) =>
    queue.add(
      signal.kind === 'list'
        ? { ...signal, coachIds: signal.coachIds.slice(0, LIST_COACHES) }
        : { ...signal, id: uuidV7() },
    ),
  )
  measureVitals((metric) => {
    const { name, rating } = metric
    const value = Math.round(metric.value * 10_000) / 10_000
    queue.add({ kind: 'vital', id: uuidV7(), name, value, rating, path: view.path })
    // Some metrics are final only when the page is left, after our handler for that has run.
    if (!isVisible()) queue.flush({ isLeaving: true })
  })

  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('pageshow', onReturn)
    unsubscribe()
    tellVital = () => undefined
    queue.stop()
  }
}

/** Starts a page view, and reports it to a tag manager if there is one. */
function openView(queue: BeaconQueue, path: string, referrer: string): View {
  const id = uuidV7()
  queue.add({ kind: 'view', id, path, referrer: bareReferrer(referrer) })
  pushToDataLayer({ event: 'page_view', page_path: path, page_title: document.title })
  return { id, path, timer: viewTimer(now, isVisible()), told: '' }
}

let listensToVitals = false
let tellVital: (metric: Metric) => void = () => undefined

/**
 * Registers the callbacks of the web-vitals library once, because it reports to every registered callback.
 * The receiver can change.
 */
function measureVitals(tell: (metric: Metric) => void) {
  tellVital = tell
  if (listensToVitals) return
  listensToVitals = true
  for (const measure of [onTTFB, onFCP, onLCP, onCLS, onINP]) measure((metric) => tellVital(metric))
}

async function sendAndWait(body: string): Promise<boolean> {
  try {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(ADDRESS, { method: 'POST', body, headers, keepalive: true })
    return answer.ok
  } catch {
    return false
  }
}

function sendAway(body: string) {
  navigator.sendBeacon(ADDRESS, body)
}
