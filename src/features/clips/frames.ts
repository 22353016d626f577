import { type Position, positionLabels, positions } from './clip.ts'

/**
 * Arithmetic of frames and times, in microseconds from the start of a video. `times` are the start times of
 * its frames, ascending, at a constant or variable frame rate. Pure.
 */

/** The frame displayed at an instant, clamped to the first and last frame. */
export function frameAt(times: readonly number[], us: number): number {
  let low = 0
  let high = times.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((times[middle] ?? 0) <= us) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}

/** The nearest valid frame number. */
export const clampFrame = (times: readonly number[], frame: number): number =>
  Math.min(Math.max(0, Math.round(frame)), Math.max(0, times.length - 1))

/**
 * The middle of a frame, as seek target: rounding in the player then cannot select an adjacent frame.
 * @param durationUs of the whole video: the end of the last frame
 */
export function midFrame(times: readonly number[], frame: number, durationUs: number): number {
  const at = clampFrame(times, frame)
  const begin = times[at] ?? 0
  const end = times[at + 1] ?? Math.max(durationUs, begin + 2)
  return Math.floor((begin + end) / 2)
}

/** `0:01.20`: minutes, seconds and hundredths. */
export function formatClipTime(us: number): string {
  const hundredths = Math.max(0, Math.floor(us / 10_000))
  const seconds = Math.floor(hundredths / 100)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}.${two(hundredths % 100)}`
}

export interface Tempo {
  backswingUs: number
  downswingUs: number
  /** Backswing : downswing, rounded to a tenth; close to 3 for tour players. */
  ratio: number
}

/**
 * The tempo of a swing: from takeaway (or, when that is not marked, address) to the top, and from the top to
 * impact.
 * @returns null until the positions are marked in the right order
 */
export function tempoOf(marks: Partial<Record<Position, number>>): Tempo | null {
  const begin = marks.takeaway ?? marks.address
  const { top, impact } = marks
  if (begin === undefined || top === undefined || impact === undefined) return null
  if (!(begin < top && top < impact)) return null
  const backswingUs = top - begin
  const downswingUs = impact - top
  return { backswingUs, downswingUs, ratio: Math.round((backswingUs / downswingUs) * 10) / 10 }
}

/** A message about marked positions that are out of order; null when the order is right. */
export function outOfOrder(marks: Partial<Record<Position, number>>): string | null {
  let last: { position: Position; at: number } | null = null
  for (const position of positions) {
    const at = marks[position]
    if (at === undefined) continue
    if (last && at < last.at)
      return `${positionLabels[position].name} is marked before ${positionLabels[last.position].name.toLowerCase()}.`
    last = { position, at }
  }
  return null
}

/**
 * The offset of a second video's time when both are aligned at a swing position; 0, which aligns their beginnings,
 * unless it is marked in both.
 */
export function pairOffset(
  first: Partial<Record<Position, number>>,
  second: Partial<Record<Position, number>>,
  at: Position | null,
): number {
  const [firstUs, secondUs] = at ? [first[at], second[at]] : []
  return firstUs === undefined || secondUs === undefined ? 0 : secondUs - firstUs
}

/**
 * The second video's time for a time of the first.
 * @param offsetUs from {@link pairOffset}
 * @param durationUs of the second video: its time is clamped to it
 */
export const secondAt = (firstUs: number, offsetUs: number, durationUs: number): number =>
  Math.min(Math.max(0, firstUs + offsetUs), durationUs)
