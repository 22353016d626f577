import { cn } from './class-names.ts'

export type RangeSliderProps = {
  label: string
  min: number
  max: number
  step?: number
  /** Formats a value, such as `$90`. */
  format?: (value: number) => string
  value: readonly [number, number]
  onValueChange: (value: [number, number]) => void
  /** Field names of the two ends, for a form that is submitted without scripts. */
  names?: readonly [string, string]
}

/**
 * A range slider whose two thumbs cannot pass each other. Based on two native range inputs, which handle
 * keyboard and touch.
 */
export function RangeSlider({
  label,
  min,
  max,
  step = 1,
  format = String,
  value,
  onValueChange,
  names,
}: RangeSliderProps) {
  const [low, high] = value
  const shared = { min, max, step }
  return (
    <fieldset>
      <legend className="flex w-full items-baseline justify-between gap-4 text-sm font-semibold">
        {label}
        <span aria-hidden className="tabular font-normal text-muted">
          {`${format(low)} – ${format(high)}`}
        </span>
      </legend>
      <div className="relative h-8">
        <Track min={min} max={max} from={low} to={high} />
        <input
          {...shared}
          type="range"
          name={names?.[0]}
          aria-label={`${label}, from`}
          aria-valuetext={format(low)}
          value={low}
          onChange={(event) => onValueChange([Math.min(event.target.valueAsNumber, high), high])}
          // When both thumbs are at the right end, the lower one must be on top, or neither could be moved.
          className={cn(thumbClass, low > (min + max) / 2 && 'z-10')}
        />
        <input
          {...shared}
          type="range"
          name={names?.[1]}
          aria-label={`${label}, to`}
          aria-valuetext={format(high)}
          value={high}
          onChange={(event) => onValueChange([low, Math.max(event.target.valueAsNumber, low)])}
          className={thumbClass}
        />
      </div>
    </fieldset>
  )
}

/**
 * The colored part uses attributes instead of styles, because the content security policy forbids inline
 * styles in server-rendered pages.
 */
function Track({ min, max, from, to }: { min: number; max: number; from: number; to: number }) {
  const at = (value: number) => ((value - min) / (max - min || 1)) * 100
  return (
    <div className="absolute inset-x-2.5 top-1/2 h-1 -translate-y-1/2 overflow-hidden rounded-full bg-line">
      <svg
        aria-hidden="true"
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        className="block size-full text-brand"
      >
        <rect x={at(from)} width={Math.max(at(to) - at(from), 0)} height={1} fill="currentColor" />
      </svg>
    </div>
  )
}

const thumbClass = cn(
  'pointer-events-none absolute inset-0 h-full w-full appearance-none bg-transparent focus-visible:outline-none',
  '[&::-webkit-slider-thumb]:pointer-events-auto [&::-webkit-slider-thumb]:size-6 [&::-webkit-slider-thumb]:cursor-grab [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-2 [&::-webkit-slider-thumb]:border-brand [&::-webkit-slider-thumb]:bg-surface-raised',
  '[&::-moz-range-thumb]:pointer-events-auto [&::-moz-range-thumb]:size-5 [&::-moz-range-thumb]:cursor-grab [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-2 [&::-moz-range-thumb]:border-brand [&::-moz-range-thumb]:bg-surface-raised',
  'focus-visible:[&::-webkit-slider-thumb]:outline-2 focus-visible:[&::-webkit-slider-thumb]:outline-offset-2 focus-visible:[&::-webkit-slider-thumb]:outline-(--focus)',
  'focus-visible:[&::-moz-range-thumb]:outline-2 focus-visible:[&::-moz-range-thumb]:outline-offset-2 focus-visible:[&::-moz-range-thumb]:outline-(--focus)',
)
