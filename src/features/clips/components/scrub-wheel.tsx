import { type PointerEvent, useRef, useState } from 'react'
import type { Playback } from './use-playback.ts'

/** Pixels of movement per frame. */
const PIXELS_A_FRAME = 9
const NOTCHES = Array.from({ length: 41 }, (_, nth) => `notch-${nth}`)

/**
 * A wheel for frame-by-frame scrubbing with pointers. The slider and the buttons do the same with the
 * keyboard.
 */
export function ScrubWheel({ playback }: { playback: Playback }) {
  const start = useRef<{ x: number; frame: number } | null>(null)
  const [offset, setOffset] = useState(0)
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, frame: playback.frame }
    playback.pause()
  }
  const turn = (event: PointerEvent) => {
    if (!start.current) return
    const by = event.clientX - start.current.x
    setOffset(by)
    const next = start.current.frame + Math.round(by / PIXELS_A_FRAME)
    if (next !== playback.frame) playback.showFrame(next)
  }
  const end = () => {
    start.current = null
    setOffset(0)
  }
  return (
    <div
      aria-hidden
      data-testid="scrub-wheel"
      onPointerDown={begin}
      onPointerMove={turn}
      onPointerUp={end}
      onPointerCancel={end}
      className="relative h-9 cursor-ew-resize touch-none overflow-hidden rounded-control border border-line bg-surface-sunken select-none"
    >
      <div
        className="absolute inset-y-0 left-1/2 flex items-center"
        style={{ transform: `translateX(calc(-50% + ${offset % (PIXELS_A_FRAME * 2)}px))` }}
      >
        {NOTCHES.map((notch) => (
          <span key={notch} className="h-5 w-[18px] shrink-0 border-l border-line-strong" />
        ))}
      </div>
      <span className="absolute inset-y-1.5 left-1/2 w-0.5 -translate-x-1/2 rounded-full bg-accent" />
    </div>
  )
}
