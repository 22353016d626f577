import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { panBy, type Size, type View, zoomBy } from '../../map.ts'

const STEP = 1.6
/** Pixels by which each key pans the map, and the factors by which keys zoom it. */
const steps: Record<string, readonly [number, number]> = {
  ArrowUp: [0, 60],
  ArrowDown: [0, -60],
  ArrowLeft: [60, 0],
  ArrowRight: [-60, 0],
}
const zooms: Record<string, number> = { '+': STEP, '=': STEP, '-': 1 / STEP }

/** A view that a user moved to, and the places it is shown for. */
export interface MovedView {
  places: readonly string[]
  view: View
}

/**
 * The state of the map view and all ways to change it: dragging, wheel, pinching and keys. The viewport has
 * the size of `element`.
 * @param initial computes the initial view for a size; used on mount and whenever `place` changes
 * @param kept holds the view for another place, because the map may be unmounted until the results of that place are loaded
 */
export function useMapView(
  element: RefObject<HTMLElement | null>,
  place: string,
  initial: (size: Size) => View,
  kept?: RefObject<MovedView | null>,
) {
  const [size, setSize] = useState<Size | null>(null)
  const [moved, setMoved] = useState(kept?.current ?? null)
  const isMoved = moved?.places.includes(place) ?? false
  const view = size ? (moved && isMoved ? moved.view : initial(size)) : null
  const now = useRef({ view, size, place })
  now.current = { view, size, place }

  useEffect(() => {
    if (kept) kept.current = null
  }, [kept])

  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = () => {
      if (box.clientWidth > 0) setSize({ width: box.clientWidth, height: box.clientHeight })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])

  const change = (next: (view: View, size: Size) => View) => {
    const { view: shown, size: room, place: at } = now.current
    if (!shown || !room) return
    const changed = next(shown, room)
    now.current = { view: changed, size: room, place: at }
    setMoved({ places: [at], view: changed })
  }
  const changeRef = useRef(change)
  changeRef.current = change

  useEffect(() => {
    const box = element.current
    return box ? listen(box, (next) => changeRef.current(next)) : undefined
  }, [element])

  const zoom = (factor: number) =>
    change((shown, room) => zoomBy(shown, factor, { x: room.width / 2, y: room.height / 2 }, room))
  return {
    view,
    size,
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    reset: () => setMoved(null),
    isMoved,
    /** Keeps the current view for another place, too: used when the new search was started from this view. */
    keepFor: (next: string) => {
      if (!view) return
      if (kept) kept.current = { places: [next], view }
      setMoved({ places: [place, next], view })
    },
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const step = steps[event.key]
      const factor = zooms[event.key]
      if (step) change((shown) => panBy(shown, step[0], step[1]))
      else if (factor) zoom(factor)
      else if (event.key === '0') setMoved(null)
      else return
      event.preventDefault()
    },
  }
}

/** Handles wheel, drag and pinch events, and prevents the browser's own zooming and scrolling on the map. */
function listen(box: HTMLElement, change: (next: (view: View, size: Size) => View) => void): () => void {
  const fingers = new Map<number, { x: number; y: number }>()
  const at = (event: MouseEvent) => {
    const { left, top } = box.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    const point = at(event)
    const factor = Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) * (event.ctrlKey ? 0.01 : 0.004))
    change((view, size) => zoomBy(view, factor, point, size))
  }
  const onDown = (event: PointerEvent) => {
    // Buttons on the map must receive clicks instead of starting a drag.
    if (event.target instanceof Element && event.target.closest('a, button')) return
    fingers.set(event.pointerId, at(event))
    box.setPointerCapture(event.pointerId)
  }
  const onMove = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId)
    if (!before) return
    const point = at(event)
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
    fingers.set(event.pointerId, point)
    if (!other) return change((view) => panBy(view, point.x - before.x, point.y - before.y))
    const [was, is] = [before, point].map(({ x, y }) => Math.hypot(x - other.x, y - other.y))
    const middle = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 }
    if (was && is)
      change((view, size) =>
        panBy(zoomBy(view, is / was, middle, size), (point.x - before.x) / 2, (point.y - before.y) / 2),
      )
  }
  const onUp = (event: PointerEvent) => fingers.delete(event.pointerId)
  const listeners = new AbortController()
  const { signal } = listeners
  box.addEventListener('wheel', onWheel, { passive: false, signal })
  box.addEventListener('pointerdown', onDown, { signal })
  box.addEventListener('pointermove', onMove, { signal })
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
    box.addEventListener(end, onUp, { signal })
  return () => listeners.abort()
}
