import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Picture } from '#ui/picture.tsx'
import { pictureAlt, pictureSources } from '../pictures.ts'
import type { CoachProfile } from '../schema.ts'

/** Pixels a finger travels before it counts as a swipe. */
const SWIPE = 40

/** The coach's pictures in full, one at a time: by buttons, arrow keys or a swipe, around and around. */
export function CoachLightbox({
  coach,
  first,
  onClose,
}: {
  coach: CoachProfile
  /** The picture it opens with, from 0. */
  first: number
  onClose: () => void
}) {
  const { pictures } = coach
  const [index, setIndex] = useState(first)
  const from = useRef<number | null>(null)
  const count = pictures.length
  const hasMore = count > 1
  const go = (step: number) => setIndex((now) => (now + step + count) % count)

  useEffect(() => {
    // Wherever the focus is: it begins on the dialog's own button.
    const onKeyDown = (event: KeyboardEvent) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      if (!step) return
      event.preventDefault()
      setIndex((now) => (now + step + count) % count)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [count])

  function onPointerUp(event: PointerEvent) {
    const travelled = from.current === null ? 0 : event.clientX - from.current
    from.current = null
    if (Math.abs(travelled) >= SWIPE) go(travelled < 0 ? 1 : -1)
  }

  const src = pictures[index]?.url
  if (!src) return null
  return (
    <Dialog open onOpenChange={onClose} size="lg" title={`Pictures of ${coach.name}`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a swipe is a shortcut for the buttons below. */}
      <div
        className="touch-pan-y select-none"
        onPointerDown={(event) => {
          from.current = hasMore ? event.clientX : null
        }}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          from.current = null
        }}
        onDragStart={(event) => event.preventDefault()}
      >
        <Picture
          key={src}
          {...pictureSources(src)}
          src={src}
          alt={pictureAlt(coach, index)}
          width={800}
          height={600}
          sizes="(min-width: 60rem) 52rem, 100vw"
          priority
          imageClassName="aspect-[4/3] max-h-[64dvh] bg-transparent object-contain"
        />
      </div>
      {pictures[index]?.caption ? (
        <p dir="auto" className="mt-3 text-center text-[0.9375rem] wrap-anywhere">
          {pictures[index].caption}
        </p>
      ) : null}
      {hasMore ? (
        <div className="mt-4 flex items-center justify-between">
          <Button size="icon" aria-label="Previous picture" onClick={() => go(-1)}>
            <ChevronLeft aria-hidden />
          </Button>
          <p aria-live="polite" className="tabular text-[0.9375rem] text-muted">
            {index + 1} of {count}
          </p>
          <Button size="icon" aria-label="Next picture" onClick={() => go(1)}>
            <ChevronRight aria-hidden />
          </Button>
        </div>
      ) : null}
    </Dialog>
  )
}
