export type Point = readonly [x: number, y: number]

/** offset 0..1, colour, opacity 0..1 */
export type Stop = readonly [offset: number, colour: string, opacity?: number]

/** One drawing being built: shapes in painting order and the definitions they refer to. */
export type Sheet = {
  width: number
  height: number
  add: (...markup: string[]) => void
  /** Stores a definition under a fresh id and returns the id. */
  define: (markup: (id: string) => string) => string
  /** A linear gradient across the shape's own box, from (x1,y1) to (x2,y2) in 0..1; returns a fill. */
  linear: (stops: readonly Stop[], x1?: number, y1?: number, x2?: number, y2?: number) => string
  /** A radial gradient in the shape's own box; returns a fill. */
  radial: (stops: readonly Stop[]) => string
  clip: (path: string) => string
  toString: () => string
}

/** Starts an empty drawing of the given size in pixels. */
export function newSheet(width: number, height: number, seed: number): Sheet {
  const body: string[] = []
  const defs: string[] = [filters(seed)]
  let count = 0
  const define = (markup: (id: string) => string) => {
    count += 1
    defs.push(markup(`d${count}`))
    return `d${count}`
  }
  return {
    width,
    height,
    define,
    add: (...markup) => void body.push(...markup),
    linear: (stops, x1 = 0, y1 = 0, x2 = 0, y2 = 1) =>
      `url(#${define((id) => `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${ramp(stops)}</linearGradient>`)})`,
    radial: (stops) =>
      `url(#${define((id) => `<radialGradient id="${id}">${ramp(stops)}</radialGradient>`)})`,
    clip: (path) => define((id) => `<clipPath id="${id}"><path d="${path}"/></clipPath>`),
    toString: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${defs.join('')}</defs>${body.join('')}</svg>`,
  }
}

function ramp(stops: readonly Stop[]): string {
  return stops
    .map(
      ([at, colour, opacity]) =>
        `<stop offset="${num(at * 100)}%" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
    )
    .join('')
}

/** stipple: sprayed ink; soft/softer: out of focus; cut: the wobble of a hand-cut stencil. */
function filters(seed: number): string {
  const whole = 'x="-0.2" y="-0.2" width="1.4" height="1.4" color-interpolation-filters="sRGB"'
  return `<filter id="stipple" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="0.62" numOctaves="2" seed="${seed}" result="n"/><feColorMatrix in="n" values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  5.5 0 0 0 -2.35" result="m"/><feComposite in="SourceGraphic" in2="m" operator="in"/></filter><filter id="blur2" ${whole}><feGaussianBlur stdDeviation="2.2 3"/></filter><filter id="edge" ${whole}><feGaussianBlur stdDeviation="1.5"/></filter><filter id="soft" ${whole}><feGaussianBlur stdDeviation="5"/></filter><filter id="softer" ${whole}><feGaussianBlur stdDeviation="14"/></filter>`
}

/** A number as short as it can be without moving anything visibly. */
export function num(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** A path of straight lines. */
export function lines(points: readonly Point[], close = true): string {
  return `M${points.map(([x, y]) => `${num(x)} ${num(y)}`).join('L')}${close ? 'Z' : ''}`
}

/** A smooth path through the points (Catmull-Rom). */
export function smooth(points: readonly Point[], close = true): string {
  const total = points.length
  const at = (index: number): Point =>
    points[close ? (index + total) % total : Math.min(total - 1, Math.max(0, index))] ?? [0, 0]
  let path = `M${num(at(0)[0])} ${num(at(0)[1])}`
  for (let i = 0; i < (close ? total : total - 1); i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const first = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6] as const
    const second = [c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6] as const
    path += `C${num(first[0])} ${num(first[1])} ${num(second[0])} ${num(second[1])} ${num(c[0])} ${num(c[1])}`
  }
  return close ? `${path}Z` : path
}

/** One filled path. `extra` is further attributes. */
export function shape(d: string, fill: string, extra = ''): string {
  return `<path d="${d}" fill="${fill}"${extra ? ` ${extra}` : ''}/>`
}

/** One stroked path with round ends. */
export function stroke(d: string, colour: string, width: number, extra = ''): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${num(width)}" stroke-linecap="round" stroke-linejoin="round"${extra ? ` ${extra}` : ''}/>`
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, extra = ''): string {
  return `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}" fill="${fill}"${extra ? ` ${extra}` : ''}/>`
}
