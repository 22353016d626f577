const WIDTH = 120
const HEIGHT = 28

/** A small line chart of values over time, oldest first. The values must also be shown as text next to it. */
export function Sparkline({ values, className }: { values: readonly number[]; className?: string }) {
  const most = Math.max(...values, 1)
  const points = values.map((value, at) => {
    const x = values.length < 2 ? WIDTH : (at / (values.length - 1)) * WIDTH
    return `${x.toFixed(1)},${(HEIGHT - 1 - (value / most) * (HEIGHT - 3)).toFixed(1)}`
  })
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className={className}>
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} className="fill-brand/10" />
      <polyline
        points={points.join(' ')}
        fill="none"
        vectorEffect="non-scaling-stroke"
        className="stroke-brand"
        strokeWidth={1.5}
      />
    </svg>
  )
}
