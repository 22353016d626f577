import { type Position, positionLabels, positions } from './clip.ts'

/**
 * Arithmetic of frames and moments, in microseconds from the start of a video. `times` are the beginnings of its frames,
 * ascending, at whatever rate they were recorded. Pure.
 */

/** The frame that is shown at an instant; the first before it, the last after it. */
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

/** A frame's number within the video that is nearest to a wished one. */
export const clampFrame = (times: readonly number[], frame: number): number =>
  Math.min(Math.max(0, Math.round(frame)), Math.max(0, times.length - 1))

/**
 * The middle of a frame: where to seek so that a player shows this frame and not, by rounding, the one beside it.
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
  /** Backswing : downswing, rounded to a tenth; tour players are close to 3. */
  ratio: number
}

/**
 * The tempo of a swing: from takeaway (or, where that is not marked, address) to the top, and from the top to impact.
 * @returns null until the moments are marked, and in their order
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

/** Which marked moments stand before one that comes earlier in a swing, in words; null when all are in order. */
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

/** How far a second video's clock is ahead of the first's when both are at the same moment of the swing. */
export const pairOffset = (firstUs: number, secondUs: number): number => secondUs - firstUs

/**
 * Where the second video has to be while the first is somewhere.
 * @param offsetUs from {@link pairOffset}
 * @param durationUs of the second video: it waits at its ends
 */
export const secondAt = (firstUs: number, offsetUs: number, durationUs: number): number =>
  Math.min(Math.max(0, firstUs + offsetUs), durationUs)
