import { createContext, useContext, useEffect, useRef } from 'react'
import { heard } from './history-listener.ts'

/*
 * Dialogs and drawers are steps of the browser's history: Back closes the one on top and leaves the page as it is. Each open layer has a
 * history entry of its own with the address and state of the page below it, marked with the number of layers. The router is not told
 * about moves between entries of one page, so nothing is loaded again and the scroll position stays.
 */

/** Milliseconds within which a traversal that we asked for arrives; a later one is the reader's. */
const TRAVERSAL_MS = 1_000
/** Milliseconds a layer has to close after Back; one that is still open then gets its entry back. */
const CLOSING_MS = 150

/** How to close the open layers, lowest first. */
const open: Array<() => void> = []
/** The number of layers that the current entry stands for. */
let depth = 0
/** Until when a traversal of ours may still arrive, and whether a page was opened since. */
let traversal: { until: number; isOvertaken: boolean } | null = null
/** True once this page is about to be left: from then on layers neither add nor remove entries. */
let isLeaving = false
/** Loads the next page; null when none is wanted, or when it loads already. */
let load: (() => void) | null = null

/** Follows the router's history from the first dialog on. */
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
    // The router writes the state anew; the mark is ours. It writes in a microtask queued before this one.
    if (action.type === 'REPLACE' && depth > 0) queueMicrotask(() => write('replaceState', depth))
  })
}

/**
 * Goes back over entries of the router, and over those of layers above them.
 * @param count of the router's entries
 */
export function goBack(count: number): void {
  follow()
  go(-(count + depth))
}

/**
 * Loads another page once no traversal is under way: on a slow line, a traversal that starts later stops the page from loading.
 * The history then has no entries of layers below the new page.
 */
function leave(url: string): void {
  isLeaving = true
  load = () => {
    load = null
    window.location.assign(url)
  }
  // A traversal may be overtaken and never arrive.
  setTimeout(() => load?.(), TRAVERSAL_MS)
  if (!isTravelling()) settle()
}

/** After a traversal: the page is left, or the entries and the open layers are compared again. */
function settle() {
  if (!isLeaving) balance()
  else if (depth > 0 && load) go(-depth)
  else load?.()
}

/** Gives an open layer its step; `close` is called when the reader goes back. */
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
      // Later: one layer often closes to open the next, or to go to another page.
      setTimeout(balance)
    }
  }, [isOpen, hasNone])
}

/** True around a layer without an entry of its own: the address opens it, or it answers a Back that is held up. */
export const NoHistoryStep = createContext(false)

function onPopState(event: PopStateEvent) {
  const { router } = heard
  if (!router) return
  const ours = isTravelling() ? traversal : null
  traversal = null
  if (ours?.isOvertaken) {
    // Another page was opened on the way back to the page below a closed layer: it comes after that page.
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
  // What was chosen in the layer changed the page's address: the page keeps it.
  if (isBack) write('replaceState', depth)
  if (ours || !isBack) return settle()
  const closing = open.slice(target)
  // The step of a layer that is closed already, because a link in it led to another page, or the page was loaded again.
  if (closing.length === 0) return go(-1)
  for (const close of closing.reverse()) close()
  setTimeout(balance, CLOSING_MS)
}

/** Makes the entries as many as the open layers. */
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

/** Writes an entry for the router's current page past the router. */
function write(how: 'pushState' | 'replaceState', layers: number) {
  const { router } = heard
  if (!router) return
  router.flush()
  const { href, state } = router.location
  History.prototype[how].call(window.history, { ...state, layers }, '', href)
}

const depthOf = (state: unknown): number =>
  state instanceof Object && 'layers' in state && typeof state.layers === 'number' ? state.layers : 0
