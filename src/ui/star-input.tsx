import { type ReactNode, useId, useState } from 'react'
import { cn } from './class-names.ts'
import { FieldError } from './field.tsx'

const star = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8L10 14.9l-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z'
const choices = [1, 2, 3, 4, 5]

/**
 * A rating input from one to five stars, based on radio buttons for keyboard, form and screen reader support.
 */
export function StarInput({
  legend,
  name,
  value,
  onValueChange,
  words,
  error,
}: {
  legend: ReactNode
  name: string
  /** 0 while nothing is selected. */
  value: number
  onValueChange: (stars: number) => void
  /** The meaning of each number of stars, from one to five. */
  words: readonly string[]
  error?: ReactNode
}) {
  const id = useId()
  const [pointed, setPointed] = useState(0)
  const shown = pointed || value
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="-ml-1.5 flex" onPointerLeave={() => setPointed(0)}>
          {choices.map((stars) => (
            <label
              key={stars}
              onPointerEnter={(event) => event.pointerType === 'mouse' && setPointed(stars)}
              className="relative grid size-11 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-(--focus)"
            >
              <input
                type="radio"
                name={name}
                value={stars}
                checked={value === stars}
                aria-invalid={error ? true : undefined}
                aria-label={`${stars} ${stars === 1 ? 'star' : 'stars'}: ${words[stars - 1]}`}
                onChange={() => onValueChange(stars)}
                className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control opacity-0"
              />
              <svg
                aria-hidden="true"
                viewBox="0 0 20 20"
                className={cn(
                  'size-8 transition-colors',
                  stars <= shown ? 'fill-gold text-gold' : 'fill-transparent text-line-strong',
                )}
              >
                <path d={star} stroke="currentColor" strokeWidth="1.1" strokeLinejoin="round" />
              </svg>
            </label>
          ))}
        </div>
        <span aria-hidden className="text-[0.9375rem] text-muted">
          {shown > 0 ? words[shown - 1] : null}
        </span>
      </div>
      {error ? (
        <div className="mt-1.5">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      ) : null}
    </fieldset>
  )
}
