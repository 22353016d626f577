/** A stream of repeatable random numbers: the same seed always draws the same picture. */
export type Random = {
  /** 0 <= n < 1 */
  next: () => number
  /** low <= n < high */
  range: (low: number, high: number) => number
  /** low <= n <= high, whole */
  int: (low: number, high: number) => number
  chance: (probability: number) => boolean
  pick: <const T>(list: readonly [T, ...T[]]) => T
}

/**
 * Makes a stream from a seed (mulberry32).
 * @param seed any text or number; equal seeds give equal streams
 */
export function randomFrom(seed: string | number): Random {
  let state = hash(String(seed))
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    range: (low, high) => low + (high - low) * next(),
    int: (low, high) => Math.floor(low + (high - low + 1) * next()),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  }
}

/**
 * A smooth rolling line, about -1..1, for crests and shores.
 * @param length distance between neighbouring crests in pixels
 */
export function wave(random: Random, length: number): (x: number) => number {
  const parts = [1, 0.46, 0.2].map((size, index) => ({
    size,
    pace: (Math.PI * 2 * (index + 1) * random.range(0.8, 1.25)) / length,
    start: random.range(0, Math.PI * 2),
  }))
  return (x) => parts.reduce((sum, part) => sum + part.size * Math.sin(x * part.pace + part.start), 0) / 1.4
}

function hash(text: string): number {
  let value = 2166136261
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 16777619)
  return value >>> 0
}
