import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { cn } from '#ui/class-names.ts'
import type { Clip } from '../schema.ts'
import type { Look } from './transport.tsx'
import type { Playback } from './use-playback.ts'

/**
 * The maximum height of the picture, so that it fits on one screen with the player's buttons and the drawing
 * tools; the elements above and below take 29rem.
 */
export const fitClass =
  '[--tallest:max(45svh,calc(100svh-29rem))] lg:[--tallest:max(14rem,calc(100svh-29rem))]'
/** On screens too low for everything, the picture stays visible above the tools. */
export const stayClass = cn(
  'max-lg:[@media(min-height:37.5rem)]:sticky max-lg:[@media(min-height:37.5rem)]:top-0 max-lg:[@media(min-height:37.5rem)]:z-10',
  // Below the recording bar.
  'max-lg:[main:has([data-recording])_&]:top-22',
)
/** Keeps focused controls clear of the sticky picture when scrolling. */
export const clearClass = 'max-lg:[@media(min-height:37.5rem)]:[&_:is(button,input,select)]:scroll-mt-[54svh]'

/**
 * The picture at the maximum size with its drawings. When zoomed in, it can be panned by dragging or with Alt
 * and the arrow keys.
 */
export function ClipStage(props: {
  clip: Pick<Clip, 'kind' | 'title' | 'files' | 'poster' | 'width' | 'height'>
  playback?: Playback | null
  /** For a video that is not controlled by `playback`. */
  videoRef?: RefObject<HTMLVideoElement | null>
  look: Look
  /** False while drawing, when dragging draws. */
  mayPan: boolean
  onKeyDown?: (event: KeyboardEvent) => void
  className?: string
  children?: ReactNode
}) {
  const { clip, playback, look, mayPan } = props
  const { zoom, isMirrored } = look
  const [pan, setPan] = useState({ x: 0, y: 0 })
  const held = useRef<{ x: number; y: number; pan: { x: number; y: number } } | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  const ratio = clip.width / clip.height
  const limit = (zoom - 1) / 2
  const within = (value: number) => Math.min(limit, Math.max(-limit, value))
  const at = zoom === 1 ? { x: 0, y: 0 } : { x: within(pan.x), y: within(pan.y) }
  const file = clip.files[0]
  const still = clip.files.at(-1)

  const grab = (event: PointerEvent) => {
    if (zoom === 1 || !mayPan || event.button !== 0) return
    stage.current?.setPointerCapture(event.pointerId)
    held.current = { x: event.clientX, y: event.clientY, pan: at }
  }
  const drag = (event: PointerEvent) => {
    const box = stage.current?.getBoundingClientRect()
    if (!held.current || !box) return
    const { x, y, pan: from } = held.current
    setPan({
      x: within(from.x + (event.clientX - x) / box.width),
      y: within(from.y + (event.clientY - y) / box.height),
    })
  }
  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key]
    if (!by || !event.altKey || zoom === 1) return props.onKeyDown?.(event)
    event.preventDefault()
    setPan({ x: within(at.x + (by[0] ?? 0) * 0.1), y: within(at.y + (by[1] ?? 0) * 0.1) })
  }

  return (
    <div className={cn('flex justify-center rounded-card bg-[#0b120f]', props.className)}>
      {/* biome-ignore lint/a11y/useSemanticElements: a player is not a fieldset. */}
      <div
        ref={stage}
        role="group"
        aria-label={`${clip.title}: picture. ${KEYS}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the player's keyboard shortcuts work while the picture has focus.
        tabIndex={0}
        onKeyDown={move}
        onPointerDown={grab}
        onPointerMove={drag}
        onPointerUp={() => {
          held.current = null
        }}
        onPointerCancel={() => {
          held.current = null
        }}
        className="relative overflow-hidden rounded-card focus-visible:-outline-offset-2"
        style={{ aspectRatio: ratio, width: `min(100%, calc(var(--tallest, 68svh) * ${ratio}))` }}
      >
        <div
          className={cn('absolute inset-0', zoom > 1 && mayPan && 'cursor-grab touch-none')}
          style={{ transform: `translate(${at.x * 100}%, ${at.y * 100}%) scale(${zoom})` }}
        >
          {clip.kind === 'video' ? (
            // biome-ignore lint/a11y/useMediaCaption: a swing video has no speech.
            <video
              ref={playback?.ref ?? props.videoRef}
              src={file?.url}
              poster={clip.poster.find(({ type }) => type === 'image/webp')?.url}
              playsInline
              preload="auto"
              aria-hidden
              tabIndex={-1}
              className={cn('size-full', isMirrored && '-scale-x-100')}
            />
          ) : (
            <img
              src={still?.url}
              alt={clip.title}
              width={clip.width}
              height={clip.height}
              draggable={false}
              className={cn('size-full', isMirrored && '-scale-x-100')}
            />
          )}
          {props.children}
        </div>
        {playback?.state === 'failed' ? (
          <p
            role="alert"
            className="absolute inset-0 grid place-items-center bg-[#0b120f] p-6 text-center text-white"
          >
            The video could not be loaded. Check your connection and reload the page.
          </p>
        ) : null}
      </div>
    </div>
  )
}

const KEYS = 'Space plays, arrow keys step a frame, with Shift ten.'
