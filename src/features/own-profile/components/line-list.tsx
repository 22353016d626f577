import { Plus, X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

/** A list of text lines, each with its own input. */
export function LineList(props: {
  legend: string
  hint?: string
  name: string
  /** The name of one item: `Credential`. */
  noun: string
  addLabel: string
  lines: readonly string[]
  most: number
  longest: number
  onChange: (lines: string[]) => void
  faults: Record<string, string>
  /** Content below a line. */
  note?: (line: string) => ReactNode
}) {
  const { legend, hint, name, noun, lines, onChange, faults } = props
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const focusLine = (at: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLInputElement>('input')[at]?.focus())
  return (
    <fieldset aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend className="text-sm font-semibold">{legend}</legend>
      {hint ? (
        <p id={`${id}-hint`} className="mt-0.5 text-sm text-muted">
          {hint}
        </p>
      ) : null}
      <ul ref={list} className="mt-2.5 flex flex-col gap-3">
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its index, not by its text
          <li key={at}>
            <div className="flex items-start gap-2">
              <Field
                label={`${noun} ${at + 1}`}
                hideLabel
                error={faults[`${name}.${at}`]}
                className="min-w-0 flex-1"
              >
                <Input
                  name={`${name}.${at}`}
                  maxLength={props.longest}
                  value={line}
                  onChange={(event) =>
                    onChange(lines.map((other, nth) => (nth === at ? event.target.value : other)))
                  }
                />
              </Field>
              <Button
                size="icon"
                variant="ghost"
                aria-label={`Remove ${line.trim() || `${noun.toLowerCase()} ${at + 1}`}`}
                onClick={() => {
                  onChange(lines.filter((_, nth) => nth !== at))
                  focusLine(Math.max(0, at - 1))
                }}
              >
                <X aria-hidden />
              </Button>
            </div>
            {props.note?.(line)}
          </li>
        ))}
      </ul>
      {faults[name] ? (
        <div className="mt-2">
          <FieldError id={`${id}-error`}>{faults[name]}</FieldError>
        </div>
      ) : null}
      {lines.length < props.most ? (
        <Button
          size="sm"
          className="mt-3"
          onClick={() => {
            onChange([...lines, ''])
            focusLine(lines.length)
          }}
        >
          <Plus aria-hidden />
          {props.addLabel}
        </Button>
      ) : (
        <p className="mt-3 text-sm text-muted">{props.most} are the most there can be.</p>
      )}
    </fieldset>
  )
}
