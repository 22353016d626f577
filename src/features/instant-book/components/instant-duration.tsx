import { useRef } from 'react'
import { useEarlyChoice } from '#platform/early-press.ts'
import { formatDuration } from '#platform/time.ts'
import { cn } from '#ui/class-names.ts'

/** How long the lesson is; only what the coach offers. */
export function InstantDuration({
  durations,
  value,
  onChange,
}: {
  durations: readonly number[]
  value: number
  onChange: (minutes: number) => void
}) {
  const box = useRef<HTMLFieldSetElement>(null)
  useEarlyChoice(box, String(value), (minutes) => onChange(Number(minutes)))
  return (
    <fieldset ref={box}>
      <legend className="mb-2 text-sm font-semibold">Duration</legend>
      <div className="flex rounded-control border border-line-strong bg-surface-raised p-1">
        {durations.map((minutes) => (
          <label
            key={minutes}
            className={cn(
              'relative flex h-9 flex-1 items-center justify-center rounded-[7px] px-2 text-[0.9375rem] font-medium transition-colors',
              'hover:bg-surface-hover has-checked:bg-brand has-checked:text-on-brand',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)',
            )}
          >
            <input
              type="radio"
              name="lesson-duration"
              value={minutes}
              checked={minutes === value}
              onChange={() => onChange(minutes)}
              className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
            />
            {formatDuration(minutes)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
