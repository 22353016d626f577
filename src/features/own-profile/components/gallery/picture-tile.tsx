import { GripVertical, Pencil, Star, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { pictureSources } from '#features/coaches/pictures.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { Picture } from '#ui/picture.tsx'
import type { OwnPicture } from '../../pictures/schema.ts'

/** One picture of the gallery, moved by dragging its handle or with the arrow keys. */
export function PictureTile({
  picture,
  at,
  of,
  hintId,
  onMove,
  onEdit,
  onRemove,
}: {
  picture: OwnPicture
  /** The index, from 0. */
  at: number
  of: number
  /** The id of the element with instructions for the handle. */
  hintId: string
  onMove: (from: number, to: number) => void
  onEdit: () => void
  onRemove: () => void
}) {
  const tile = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const [isDragged, setDragged] = useState(false)
  const [isTarget, setTarget] = useState(false)
  const latest = useRef({ at, onMove })
  latest.current = { at, onMove }

  useEffect(() => {
    const element = tile.current
    const dragHandle = handle.current
    if (!element || !dragHandle) return
    let takeBack: (() => void) | null = null
    let isOver = false
    // If this import fails, pictures can still be moved with the arrow keys.
    void import('./make-draggable.ts').then(
      ({ makeDraggable }) => {
        if (isOver) return
        takeBack = makeDraggable({
          element,
          handle: dragHandle,
          place: () => latest.current.at,
          onMove: (from, to) => latest.current.onMove(from, to),
          onDragged: setDragged,
          onTarget: setTarget,
        })
      },
      () => undefined,
    )
    return () => {
      isOver = true
      takeBack?.()
    }
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      Home: 0,
      End: of - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (to < 0 || to >= of || to === at) return
    onMove(at, to)
    // Restores focus to the handle after the move.
    requestAnimationFrame(() => handle.current?.focus())
  }
  const name = picture.alt || picture.caption || `Picture ${at + 1}`
  return (
    <li
      ref={tile}
      className={cn(
        'overflow-hidden rounded-card border bg-surface-raised transition-opacity',
        isDragged && 'opacity-40',
        isTarget && 'outline-3 -outline-offset-1 outline-brand',
      )}
    >
      <div className="relative">
        <Picture
          {...pictureSources(picture.url)}
          src={picture.url}
          alt=""
          width={800}
          height={600}
          sizes="(min-width: 64rem) 22rem, (min-width: 40rem) 46vw, 100vw"
          imageClassName="aspect-[4/3] object-cover"
        />
        {at === 0 ? (
          <span className="absolute top-3 left-3">
            <Badge tone="neutral" icon={Star} className="bg-paper text-pine">
              Cover
            </Badge>
          </span>
        ) : null}
      </div>
      <div className="flex items-start gap-1 py-2.5 pr-2 pl-1">
        <button
          ref={handle}
          type="button"
          aria-label={`Move ${name}, place ${at + 1} of ${of}`}
          aria-describedby={hintId}
          onKeyDown={onKeyDown}
          className="grid size-9 shrink-0 cursor-grab place-items-center rounded-control text-muted hover:bg-surface-hover hover:text-ink active:cursor-grabbing"
        >
          <GripVertical aria-hidden className="size-5" />
        </button>
        <div className="min-w-0 flex-1 py-1.5 text-sm leading-snug wrap-anywhere">
          {picture.caption ? (
            <p dir="auto" className="font-medium">
              {picture.caption}
            </p>
          ) : null}
          <p dir="auto" className="text-muted">
            {picture.alt || 'No description yet'}
          </p>
        </div>
        <Button size="icon-sm" variant="ghost" aria-label={`Describe ${name}`} onClick={onEdit}>
          <Pencil aria-hidden />
        </Button>
        <Button size="icon-sm" variant="ghost" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 aria-hidden />
        </Button>
      </div>
    </li>
  )
}
