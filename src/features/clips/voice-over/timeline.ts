/** What a clip's player did while somebody spoke over it, as data that follows the sound. Pure. */

export const voiceOverLimits = {
  seconds: 300,
  bytes: 12 * 1024 * 1024,
  moves: 8_000,
  shown: 1_000,
  summary: 1_000,
} as const

/** Where the clip is from an instant of the sound on: `[ms, us, rate]`, its rate 0 while it stands. */
export type Move = [ms: number, us: number, rate: number]

/** A drawing appears or goes: `[ms, drawing's id, is it there]`. */
export type ShownChange = [ms: number, drawingId: string, isOn: boolean]

export interface Timeline {
  moves: Move[]
  shown: ShownChange[]
}

/** How far a playing clip may be from where it is expected before that is written down: less than half a frame at 30 a second. */
const DRIFT_US = 15_000
/** A jump, as a loop makes one, is written down at once; smaller corrections five times a second. */
const JUMP_US = 100_000
const CORRECTED_EVERY_MS = 200
/** Frames that are passed faster than this while scrubbing are one. */
const SCRUBBED_WITHIN_MS = 30

/**
 * Writes down where the clip is, if that does not follow from what was written down before.
 * @param moves is added to
 * @param ms of the sound; us of the clip, for a clip that stands the middle of the frame that is shown
 */
export function noteMove(moves: Move[], [ms, us, rate]: Move): void {
  const last = moves.at(-1)
  const move: Move = [Math.max(0, Math.round(ms)), Math.max(0, Math.round(us)), rate]
  if (!last) {
    moves.push([0, move[1], rate])
    return
  }
  if (rate === last[2]) {
    const off = Math.abs(last[1] + rate * 1_000 * (move[0] - last[0]) - move[1])
    if (rate === 0) {
      if (off === 0) return
      if (moves.length > 1 && move[0] - last[0] < SCRUBBED_WITHIN_MS) {
        last[1] = move[1]
        return
      }
    } else if (off <= DRIFT_US || (off < JUMP_US && move[0] - last[0] < CORRECTED_EVERY_MS)) return
  }
  if (moves.length >= voiceOverLimits.moves - 1 && rate !== 0) return
  if (moves.length >= voiceOverLimits.moves) {
    moves[moves.length - 1] = move
    return
  }
  moves.push(move)
}

/**
 * Writes down which drawings appeared and which went since the last time.
 * @param shown is added to
 */
export function noteShown(shown: ShownChange[], ms: number, ids: ReadonlySet<string>): void {
  const before = shownAt(shown, Number.POSITIVE_INFINITY)
  const at = Math.max(0, Math.round(ms))
  for (const id of before)
    if (!ids.has(id) && shown.length < voiceOverLimits.shown) shown.push([at, id, false])
  for (const id of ids)
    if (!before.has(id) && shown.length < voiceOverLimits.shown) shown.push([at, id, true])
}

/** Where the clip is at an instant of the sound. @param durationUs of the clip: it waits at its end */
export function momentAt(
  moves: readonly Move[],
  ms: number,
  durationUs: number,
): { us: number; rate: number } {
  let low = 0
  let high = moves.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((moves[middle]?.[0] ?? 0) <= ms) low = middle
    else high = middle - 1
  }
  const [from, us, rate] = moves[low] ?? [0, 0, 0]
  return { us: Math.min(durationUs, us + rate * 1_000 * Math.max(0, ms - from)), rate }
}

/** Ids of the drawings that are there at an instant of the sound. */
export function shownAt(shown: readonly ShownChange[], ms: number): Set<string> {
  const ids = new Set<string>()
  for (const [at, id, isOn] of shown) {
    if (at > ms) break
    if (isOn) ids.add(id)
    else ids.delete(id)
  }
  return ids
}

/** `0:42`. */
export function formatSound(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
