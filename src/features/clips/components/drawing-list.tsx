import { Eye, EyeOff, PencilLine, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { Select } from '#ui/select.tsx'
import { type Color, colors, colorValues } from '../clip.ts'
import { type Drawn, describeDrawing, isShownAt, type PictureSize } from '../drawing.ts'
import type { ClipDrawing } from '../schema.ts'

/** A text list of a clip's drawings with their actions. */
export function DrawingList(props: {
  drawings: readonly ClipDrawing[]
  size: PictureSize
  us: number
  me: string
  nameOf: (userId: string) => string
  chosen: string | null
  areHidden: boolean
  onHidden: (areHidden: boolean) => void
  onJump: (drawing: ClipDrawing) => void
  onChange: (id: string, drawn: Drawn) => void
  onRemove: (id: string) => void
}) {
  const { drawings, size, us, me, chosen, areHidden } = props
  if (drawings.length === 0)
    return (
      <p className="text-[0.9375rem] text-muted">Nothing is drawn yet. Choose a tool under the picture.</p>
    )
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => props.onHidden(!areHidden)} className="-ml-3.5">
        {areHidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
        {areHidden ? 'Show drawings' : 'Hide drawings'}
      </Button>
      <ul aria-label="Drawings in words" className="mt-1 flex flex-col divide-y divide-line">
        {drawings.map((drawing) => {
          const isMine = drawing.authorId === me
          const words = describeDrawing(drawing, size)
          return (
            <li
              key={drawing.id}
              className={cn('py-2.5', chosen === drawing.id && '-mx-2 rounded-control bg-surface-hover px-2')}
            >
              <div className="flex items-start gap-3">
                <span
                  aria-hidden
                  className="mt-1.5 size-3 shrink-0 rounded-full border border-ink/30"
                  style={{ backgroundColor: colorValues[drawing.color] }}
                />
                <button
                  type="button"
                  onClick={() => props.onJump(drawing)}
                  className="min-w-0 flex-1 text-left text-[0.9375rem] hover:underline"
                >
                  <span className="font-medium wrap-anywhere">{words}</span>
                  <span className="block text-sm text-muted">
                    {isMine ? 'You' : props.nameOf(drawing.authorId)}
                    {isShownAt(drawing, us) ? ' · on screen' : ''}
                  </span>
                </button>
                {isMine ? (
                  <span className="flex shrink-0">
                    <Button
                      size="icon-sm"
                      variant="ghost"
                      aria-label={`Edit: ${words}`}
                      onClick={() => props.onJump(drawing)}
                    >
                      <PencilLine aria-hidden />
                    </Button>
                    <Button
                      size="icon-sm"
                      variant="ghost"
                      aria-label={`Delete: ${words}`}
                      onClick={() => props.onRemove(drawing.id)}
                    >
                      <Trash2 aria-hidden />
                    </Button>
                  </span>
                ) : null}
              </div>
              {isMine && chosen === drawing.id ? (
                <EditDrawing drawing={drawing} onChange={(drawn) => props.onChange(drawing.id, drawn)} />
              ) : null}
            </li>
          )
        })}
      </ul>
    </>
  )
}

function EditDrawing({ drawing, onChange }: { drawing: ClipDrawing; onChange: (drawn: Drawn) => void }) {
  const words = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Undo and redo change the text, too. A text that is being typed stays.
    if (words.current && words.current !== document.activeElement) words.current.value = drawing.text
  }, [drawing.text])
  const save = (text: string) => {
    const next = text.trim()
    if (next !== drawing.text && (next || drawing.shape !== 'text')) onChange({ ...drawing, text: next })
  }
  return (
    <div className="mt-2 flex flex-wrap gap-2 pl-6">
      <div className="w-32">
        <Select
          aria-label="Color of this drawing"
          value={drawing.color}
          onChange={({ target }) =>
            onChange({
              ...drawing,
              color: colors.find((color) => color === target.value) ?? ('yellow' as Color),
            })
          }
          options={colors.map((value) => ({ value, label: value }))}
        />
      </div>
      <input
        ref={words}
        aria-label="Words of this drawing"
        placeholder="Add words"
        maxLength={200}
        defaultValue={drawing.text}
        onBlur={({ target }) => save(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && save(event.currentTarget.value)}
        className="h-11 min-w-36 flex-1 rounded-control border border-line-strong bg-surface-raised px-3.5"
      />
    </div>
  )
}
