import {
  ArrowUpRight,
  Circle,
  Hand,
  type LucideIcon,
  Minus,
  Pencil,
  Redo2,
  Triangle,
  Type,
  Undo2,
} from 'lucide-react'
import { cn } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { type Color, colors, colorValues, type Shape, shapeLabels, shapes } from '../clip.ts'
import type { Drawings } from './use-drawings.ts'

/** How long a new drawing is visible. */
export const spans = ['second', 'frame', 'on', 'whole'] as const
export type DrawingSpan = (typeof spans)[number]

const spanLabels: Record<DrawingSpan, string> = {
  second: 'One second',
  frame: 'One frame',
  on: 'To the end',
  whole: 'Whole clip',
}

const icons: Record<Shape, LucideIcon> = {
  line: Minus,
  arrow: ArrowUpRight,
  circle: Circle,
  angle: Triangle,
  freehand: Pencil,
  text: Type,
}

export interface Choice {
  tool: Shape | null
  color: Color
  span: DrawingSpan
  text: string
}

/** Tool, color and duration of the next drawing, with undo and redo. */
export function DrawingTools(props: {
  choice: Choice
  onChoice: (choice: Choice) => void
  drawings: Pick<Drawings, 'undo' | 'redo' | 'mayUndo' | 'mayRedo'>
  isVideo: boolean
  /** Inserts the chosen shape in the middle of the picture, for keyboard users. */
  onInsert: () => void
  textError: string | null
}) {
  const { choice, onChoice, drawings, isVideo } = props
  const hint = choice.tool ? hints[choice.tool] : 'Choose a tool and draw on the picture.'
  return (
    <section aria-label="Drawing tools" className="flex flex-col gap-2">
      <div className="flex items-center gap-1 lg:flex-wrap">
        <fieldset aria-label="Tool" className="contents">
          <ToolButton
            icon={Hand}
            label="Move"
            isChosen={choice.tool === null}
            onChoose={() => onChoice({ ...choice, tool: null })}
          />
          {shapes.map((shape) => (
            <ToolButton
              key={shape}
              icon={icons[shape]}
              label={shapeLabels[shape]}
              isChosen={choice.tool === shape}
              onChoose={() => onChoice({ ...choice, tool: shape })}
            />
          ))}
        </fieldset>
        <div className="contents lg:ml-3 lg:flex lg:gap-1">
          <IconButton icon={Undo2} label="Undo" disabled={!drawings.mayUndo} onClick={drawings.undo} />
          <IconButton icon={Redo2} label="Redo" disabled={!drawings.mayRedo} onClick={drawings.redo} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <fieldset aria-label="Color" className="flex">
          {colors.map((color) => (
            <button
              key={color}
              type="button"
              aria-pressed={choice.color === color}
              aria-label={color}
              title={color}
              onClick={() => onChoice({ ...choice, color })}
              className={cn(
                'grid size-9 place-items-center rounded-full border-2',
                choice.color === color ? 'border-ink' : 'border-transparent',
              )}
            >
              <span
                className="size-6 rounded-full border border-ink/30"
                style={{ backgroundColor: colorValues[color] }}
              />
            </button>
          ))}
        </fieldset>
        {isVideo ? (
          <Field label="Shown for" hideLabel className="min-w-28 flex-1 sm:max-w-56">
            <Select
              value={choice.span}
              onChange={({ target }) =>
                onChoice({ ...choice, span: spans.find((span) => span === target.value) ?? 'second' })
              }
              options={spans.map((value) => ({ value, label: spanLabels[value] }))}
            />
          </Field>
        ) : null}
        {choice.tool === 'text' ? (
          <Field label="Text" hideLabel error={props.textError} className="min-w-48 flex-1">
            <Input
              id="clip-drawing-text"
              placeholder="What it should say"
              maxLength={200}
              value={choice.text}
              onChange={({ target }) => onChoice({ ...choice, text: target.value })}
            />
          </Field>
        ) : null}
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <span>{hint}</span>
          {choice.tool ? (
            <button
              type="button"
              onClick={props.onInsert}
              className="min-h-6 font-semibold text-brand-text underline underline-offset-2"
            >
              Put it in the middle
            </button>
          ) : null}
        </p>
      </div>
    </section>
  )
}

const hints: Record<Shape, string> = {
  line: 'Drag from one end to the other.',
  arrow: 'Drag to where the arrow points.',
  circle: 'Drag from the center outwards.',
  angle: 'Drag from the end of one arm to the corner, then tap the end of the other arm.',
  freehand: 'Draw with your finger or mouse.',
  text: 'Type the text, then tap where it belongs.',
}

/** Icons only on phones, so that they fit in one row; with labels on larger screens. */
const toolClass =
  'flex min-h-10 min-w-0 flex-1 flex-col items-center justify-center gap-1 rounded-control border px-1 py-1.5 text-xs font-medium lg:min-w-13 lg:flex-none lg:px-2'

function ToolButton(props: { icon: LucideIcon; label: string; isChosen: boolean; onChoose: () => void }) {
  const { icon: Icon, label, isChosen } = props
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={props.onChoose}
      className={cn(
        toolClass,
        'transition-colors',
        isChosen
          ? 'border-brand bg-brand text-on-brand'
          : 'border-line bg-surface-raised hover:bg-surface-hover',
      )}
    >
      <Icon aria-hidden className="size-4.5" />
      <span className="max-lg:sr-only">{label}</span>
    </button>
  )
}

function IconButton(props: { icon: LucideIcon; label: string; disabled: boolean; onClick: () => void }) {
  const { icon: Icon, label, disabled, onClick } = props
  return (
    <button
      type="button"
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      title={label}
      className={cn(
        toolClass,
        'border-line bg-surface-raised transition-colors not-aria-disabled:hover:bg-surface-hover aria-disabled:text-muted',
      )}
    >
      <Icon aria-hidden className="size-4.5" />
      <span className="max-lg:sr-only">{label}</span>
    </button>
  )
}
