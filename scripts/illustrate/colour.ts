/** The house colours (look.md). Flag red is kept for flags. */
export const house = {
  pine: '#10291f',
  fairway: '#1f5a43',
  fresh: '#5f9b6b',
  sand: '#f3ecdf',
  paper: '#fbf8f2',
  ink: '#1b1f1d',
  flag: '#d9482b',
  sky: '#c5dbe6',
  gold: '#c8922c',
} as const

/** Mixes two `#rrggbb` colours evenly to the eye (OKLab): amount 0 is `from`, 1 is `to`. */
export function mix(from: string, to: string, amount: number): string {
  const [a, b] = [toLab(from), toLab(to)]
  const t = Math.min(1, Math.max(0, amount))
  return fromLab([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t])
}

type Triple = readonly [number, number, number]

function toLab(hex: string): Triple {
  const linear = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  const [r, g, b] = [linear(1), linear(3), linear(5)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromLab([light, a, b]: Triple): string {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3
  const byte = (value: number) => {
    const curved = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(Math.min(1, Math.max(0, curved)) * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)}${byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)}${byte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)}`
}
