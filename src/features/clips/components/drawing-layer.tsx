import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { pointsOf, type Shape } from '../clip.ts'
import {
  clampPoint,
  type DrawingPoint,
  type Drawn,
  describeDrawing,
  movePoints,
  type PictureSize,
  paintOf,
  thinOut,
} from '../drawing.ts'
import type { ClipDrawing } from '../schema.ts'
import { DrawingShape, strokeOf } from './drawing-shape.tsx'

/** A smaller movement in both directions is a tap, not a drag. */
const A_TAP = 0.012

export interface DrawingLayerProps {
  size: PictureSize
  isMirrored: boolean
  /** The drawings visible at the current moment. */
  drawings: readonly ClipDrawing[]
  me: string
  /** The active tool; null: drawings can be selected and moved. */
  tool: Shape | null
  /** The attributes of new drawings. */
  look: Omit<Drawn, 'shape' | 'points'>
  chosen: string | null
  onChoose: (id: string | null) => void
  onDraw: (shape: Shape, points: DrawingPoint[]) => void
  onChange: (id: string, drawn: Drawn) => void
}

/** The drawings over a picture, which can be created and moved with the pointer or keyboard. */
export function DrawingLayer(props: DrawingLayerProps) {
  const { size, isMirrored, drawings, me, tool, look, chosen } = props
  const svg = useRef<SVGSVGElement>(null)
  const [draft, setDraft] = useState<readonly DrawingPoint[]>([])
  const [hover, setHover] = useState<DrawingPoint | null>(null)
  const isDown = useRef(false)
  const [moved, setMoved] = useState<{ id: string; points: DrawingPoint[] } | null>(null)
  const drag = useRef<{
    id: string
    from: DrawingPoint
    points: readonly DrawingPoint[]
    handle: number | null
  } | null>(null)

  const flip = (point: DrawingPoint): DrawingPoint => (isMirrored ? { x: 1 - point.x, y: point.y } : point)
  const pointOf = (event: PointerEvent): DrawingPoint => {
    const box = svg.current?.getBoundingClientRect()
    if (!box) return { x: 0, y: 0 }
    return flip(
      clampPoint({ x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }),
    )
  }
  const finish = (points: readonly DrawingPoint[]) => {
    if (tool) props.onDraw(tool, thinOut(points))
    setDraft([])
    setHover(null)
  }

  function begin(event: PointerEvent<SVGSVGElement>) {
    if (!tool || event.button !== 0) return
    event.preventDefault()
    svg.current?.setPointerCapture(event.pointerId)
    isDown.current = true
    const point = pointOf(event)
    const points = [...draft, point]
    if (tool === 'text') return finish([point])
    if (tool !== 'freehand' && points.length === pointsOf[tool].most && draft.length > 0) {
      isDown.current = false
      return finish(points)
    }
    setDraft(points)
  }

  function go(event: PointerEvent<SVGSVGElement>) {
    const point = pointOf(event)
    if (drag.current) return moveTo(point)
    if (!tool || draft.length === 0) return
    if (tool === 'freehand') {
      if (isDown.current) setDraft([...draft, point])
      return
    }
    setHover(point)
  }

  function end(event: PointerEvent<SVGSVGElement>) {
    if (drag.current) return letGo()
    if (!tool || !isDown.current) return
    isDown.current = false
    const last = draft.at(-1)
    const point = pointOf(event)
    if (tool === 'freehand') {
      if (draft.length >= pointsOf.freehand.least) return finish(draft)
      return setDraft([])
    }
    if (!last || (Math.abs(point.x - last.x) < A_TAP && Math.abs(point.y - last.y) < A_TAP)) return
    const points = [...draft, point]
    if (points.length >= pointsOf[tool].least) finish(points)
    else setDraft(points)
  }

  function hold(event: PointerEvent, drawing: ClipDrawing, handle: number | null) {
    if (tool) return
    props.onChoose(drawing.id)
    if (drawing.authorId !== me) return
    event.preventDefault()
    event.stopPropagation()
    svg.current?.setPointerCapture(event.pointerId)
    drag.current = { id: drawing.id, from: pointOf(event), points: drawing.points, handle }
  }

  function moveTo(point: DrawingPoint) {
    const held = drag.current
    if (!held) return
    const points =
      held.handle === null
        ? movePoints(held.points, point.x - held.from.x, point.y - held.from.y)
        : held.points.map((one, nth) => (nth === held.handle ? point : one))
    setMoved({ id: held.id, points })
  }

  function letGo() {
    const held = drag.current
    drag.current = null
    const drawing = drawings.find(({ id }) => id === held?.id)
    if (drawing && moved?.id === held?.id && moved)
      props.onChange(drawing.id, { ...drawing, points: moved.points })
    setMoved(null)
  }

  function nudge(event: KeyboardEvent, drawing: ClipDrawing, handle: number) {
    const far = event.shiftKey ? 0.05 : 0.005
    const by = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far] }[
      event.key
    ]
    if (!by) return
    event.preventDefault()
    event.stopPropagation()
    const [dx = 0, dy = 0] = by
    const across = isMirrored ? -dx : dx
    const points = drawing.points.map((one, nth) =>
      nth === handle ? clampPoint({ x: one.x + across, y: one.y + dy }) : one,
    )
    props.onChange(drawing.id, { ...drawing, points })
  }

  const shown = (drawn: Drawn): Drawn => ({ ...drawn, points: drawn.points.map(flip) })
  const preview = hover && draft.length > 0 && tool !== 'freehand' ? [...draft, hover] : draft
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of drawings is not a fieldset; the toolbar supports drawing with the keyboard.
    <svg
      ref={svg}
      role="group"
      aria-label="Drawings"
      viewBox={`0 0 ${size.width} ${size.height}`}
      strokeLinecap="round"
      strokeLinejoin="round"
      data-testid="drawing-layer"
      className={`absolute inset-0 size-full ${tool ? 'cursor-crosshair touch-none' : ''}`}
      onPointerDown={begin}
      onPointerMove={go}
      onPointerUp={end}
      onPointerCancel={() => {
        isDown.current = false
        drag.current = null
        setMoved(null)
        setDraft([])
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || draft.length === 0) return
        setDraft([])
        setHover(null)
      }}
    >
      {drawings.map((drawing) => {
        const at = moved?.id === drawing.id ? { ...drawing, points: moved.points } : drawing
        return (
          // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a drawing is an image; the list has a button for each.
          <g
            key={drawing.id}
            role="img"
            aria-label={describeDrawing(drawing, size)}
            className={tool ? 'pointer-events-none' : 'cursor-pointer touch-none'}
            onPointerDown={(event) => hold(event, drawing, null)}
          >
            <DrawingShape drawn={shown(at)} size={size} />
          </g>
        )
      })}
      {tool && preview.length > 0 ? (
        <g className="pointer-events-none" data-testid="draft">
          <DrawingShape drawn={shown({ ...look, shape: tool, points: preview })} size={size} />
          {preview.length === 1 ? (
            <Dot at={flip(preview[0] ?? { x: 0, y: 0 })} size={size} color={paintOf(look.color)} />
          ) : null}
        </g>
      ) : null}
      {tool
        ? null
        : drawings
            .filter(({ id, authorId, shape }) => id === chosen && authorId === me && shape !== 'freehand')
            .flatMap((drawing) =>
              (moved?.id === drawing.id ? moved.points : drawing.points).map((point, nth) => (
                <Handle
                  // biome-ignore lint/suspicious/noArrayIndexKey: the points of a drawing are never reordered.
                  key={`${drawing.id}-${nth}`}
                  at={flip(point)}
                  size={size}
                  label={`Point ${nth + 1} of ${drawing.points.length}: ${Math.round(point.x * 100)}% across, ${Math.round(point.y * 100)}% down. Arrow keys move it.`}
                  onPointerDown={(event) => hold(event, drawing, nth)}
                  onKeyDown={(event) => nudge(event, drawing, nth)}
                />
              )),
            )}
    </svg>
  )
}

function Dot({ at, size, color }: { at: DrawingPoint; size: PictureSize; color: string }) {
  return <circle cx={at.x * size.width} cy={at.y * size.height} r={strokeOf(size) * 1.6} fill={color} />
}

function Handle(props: {
  at: DrawingPoint
  size: PictureSize
  label: string
  onPointerDown: (event: PointerEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
}) {
  const { at, size, label } = props
  const place = { cx: at.x * size.width, cy: at.y * size.height }
  const radius = Math.max(size.width, size.height) / 60
  return (
    // biome-ignore lint/a11y/useSemanticElements: a point of a drawing is part of the SVG.
    <g
      role="button"
      tabIndex={0}
      aria-label={label}
      onPointerDown={props.onPointerDown}
      onKeyDown={props.onKeyDown}
      className="cursor-grab touch-none outline-none [&:focus-visible>circle:last-child]:stroke-(--focus)"
    >
      {/* A touch target of sufficient size. */}
      <circle {...place} r={radius * 2.4} fill="transparent" />
      <circle
        {...place}
        r={radius}
        fill="rgb(255 255 255 / 0.25)"
        stroke="#ffffff"
        strokeWidth={strokeOf(size) * 1.4}
      />
    </g>
  )
}
