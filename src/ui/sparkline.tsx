import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'

const WIDTH = 120
const HEIGHT = 28

/** A small line chart of values over time, oldest first. The values must also be shown as text next to it. */
export function Sparkline({ values, className }: { values: readonly number[]; className?: string }) {
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [0, WIDTH])
  const y = scaleLinear([0, Math.max(...values, 1)], [HEIGHT - 1, 2])
  const at = (_: number, index: number) => x(index)
  const data = [...values]
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className={className}>
      <path d={area<number>(at, HEIGHT, y)(data) ?? undefined} className="fill-brand/10" />
      <path
        d={line<number>(at, y)(data) ?? undefined}
        fill="none"
        vectorEffect="non-scaling-stroke"
        className="stroke-brand"
        strokeWidth={1.5}
      />
    </svg>
  )
}
