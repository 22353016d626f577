import { createContext, useContext, useEffect, useRef } from 'react'
import { heard } from './history-listener.ts'

/*
 * Dialogs and drawers are steps in the browser's history: Back closes the topmost one and leaves the page
 * unchanged. Each open layer has its own history entry with the URL and state of the page below it, marked
 * with the number of layers. The router does not see moves between entries of one page, so nothing is
 * reloaded and the scroll position is kept.
 */

/** The maximum time in milliseconds for a traversal that we started; a later one was started by the user. */
const TRAVERSAL_MS = 1_000
/**
 * The time in milliseconds that a layer has to close after Back; if it is still open, its entry is restored.
 */
const CLOSING_MS = 150

/** The close functions of the open layers, bottom layer first. */
const open: Array<() => void> = []
/** The number of layers of the current entry. */
let depth = 0
/** Our pending traversal: until when it may complete, and whether a page was opened since it started. */
let traversal: { until: number; isOvertaken: boolean } | null = null
/** True when the page is about to be left: layers then neither add nor remove entries. */
let isLeaving = false
/** Loads the next page; null when there is none, or when it is already loading. */
let load: (() => void) | null = null

/** Subscribes to the router's history on first use. */
function follow(): void {
  if (heard.onPopState || !heard.router) return
  heard.onPopState = onPopState
  heard.leave = leave
  depth = depthOf(window.history.state)
  heard.router.subscribe(({ action }) => {
    if (action.type === 'PUSH') {
      depth = 0
      if (traversal) traversal.isOvertaken = true
    }
    // The router replaces the state without our mark, in a microtask that was queued before this one.
    if (action.type === 'REPLACE' && depth > 0) queueMicrotask(() => write('replaceState', depth))
  })
}

/**
 * Goes back over the router's entries and the entries of layers above them.
 * @param count the number of the router's entries
 */
export function goBack(count: number): void {
  follow()
  go(-(count + depth))
}

/**
 * Loads another page after pending traversals: on a slow connection, a later traversal would cancel the page
 * load. The history then has no layer entries below the new page.
 */
function leave(url: string): void {
  isLeaving = true
  load = () => {
    load = null
    window.location.assign(url)
  }
  // A traversal may be superseded and never complete.
  setTimeout(() => load?.(), TRAVERSAL_MS)
  if (!isTravelling()) settle()
}

/** Runs after a traversal: leaves the page, or synchronizes the entries with the open layers. */
function settle() {
  if (!isLeaving) balance()
  else if (depth > 0 && load) go(-depth)
  else load?.()
}

/** Adds a history entry for an open layer; `close` is called when the user goes back. */
export function useHistoryStep(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  const hasNone = useContext(NoHistoryStep)
  useEffect(() => {
    if (!isOpen || hasNone) return
    follow()
    const layer = () => latest.current()
    open.push(layer)
    isLeaving = false
    balance()
    return () => {
      open.splice(open.indexOf(layer), 1)
      // Deferred, because a layer often closes to open the next one or to navigate.
      setTimeout(balance)
    }
  }, [isOpen, hasNone])
}

/**
 * True for layers without their own entry: layers that are opened by the URL, or that confirm a blocked Back.
 */
export const NoHistoryStep = createContext(false)

function onPopState(event: PopStateEvent) {
  const { router } = heard
  if (!router) return
  const ours = isTravelling() ? traversal : null
  traversal = null
  if (ours?.isOvertaken) {
    // Another page was opened while going back to the page below a closed layer: insert it after that page.
    event.stopImmediatePropagation()
    write('pushState', 0)
    return load?.()
  }
  const { location } = router
  const target = depthOf(event.state)
  const isSamePage = event.state?.__TSR_index === location.state.__TSR_index
  if (!isSamePage || target === depth) {
    depth = target
    return load?.()
  }
  event.stopImmediatePropagation()
  const isBack = target < depth
  depth = target
  // A selection in the layer changed the page's URL, which the page must keep.
  if (isBack) write('replaceState', depth)
  if (ours || !isBack) return settle()
  const closing = open.slice(target)
  // The entry of a layer that is already closed, because a link in it led to another page, or the page was
  // reloaded.
  if (closing.length === 0) return go(-1)
  for (const close of closing.reverse()) close()
  setTimeout(balance, CLOSING_MS)
}

/** Makes the number of entries match the number of open layers. */
function balance() {
  if (isLeaving || isTravelling()) return
  while (depth < open.length) {
    depth += 1
    write('pushState', depth)
  }
  if (depth > open.length) go(open.length - depth)
}

function go(delta: number) {
  if (delta === 0) return
  traversal = { until: performance.now() + TRAVERSAL_MS, isOvertaken: false }
  window.history.go(delta)
}

const isTravelling = () => traversal !== null && performance.now() < traversal.until

/** Writes an entry for the router's current page, bypassing the router. */
function write(how: 'pushState' | 'replaceState', layers: number) {
  const { router } = heard
  if (!router) return
  router.flush()
  const { href, state } = router.location
  History.prototype[how].call(window.history, { ...state, layers }, '', href)
}

const depthOf = (state: unknown): number =>
  state instanceof Object && 'layers' in state && typeof state.layers === 'number' ? state.layers : 0
