import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { epochDay } from '#platform/time.ts'
import { valueWords } from '../goal.ts'
import type { Goal } from '../schema.ts'

const WIDTH = 160
const HEIGHT = 48
const EDGE = 4

/**
 * A line chart of a goal's values and target; the table under 'Values and history' contains the same numbers.
 */
export function GoalLine({
  goal,
  values,
  className,
}: {
  goal: Pick<Goal, 'title' | 'target' | 'unit'>
  values: Goal['values']
  className?: string
}) {
  const days = values.map(({ on }) => epochDay(on))
  const heights = [...values.map(({ value }) => value), ...(goal.target === null ? [] : [goal.target])]
  const x = scaleLinear([Math.min(...days), Math.max(...days)], [EDGE, WIDTH - EDGE])
  const y = scaleLinear([Math.min(...heights), Math.max(...heights)], [HEIGHT - EDGE, EDGE])
  const points = values.map(({ value }, at) => ({ x: x(days[at] ?? 0), y: y(value) }))
  const last = points.at(-1)
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${goal.title}: ${values.length} values, the newest ${valueWords(values.at(-1)?.value ?? 0, goal.unit)}`}
      className={className}
    >
      {goal.target === null ? null : (
        <line
          x1={0}
          x2={WIDTH}
          y1={y(goal.target)}
          y2={y(goal.target)}
          strokeDasharray="3 4"
          className="stroke-line-strong"
        />
      )}
      <path
        d={
          line<(typeof points)[number]>(
            (point) => point.x,
            (point) => point.y,
          )(points) ?? undefined
        }
        fill="none"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeLinecap="round"
        className="stroke-brand"
      />
      {last ? <circle cx={last.x} cy={last.y} r={3.5} className="fill-brand" /> : null}
    </svg>
  )
}
