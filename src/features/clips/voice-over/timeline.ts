/** The player's state during a voice-over as a timeline relative to the audio. Pure. */

export const voiceOverLimits = {
  seconds: 300,
  bytes: 12 * 1024 * 1024,
  moves: 8_000,
  shown: 1_000,
  summary: 1_000,
} as const

/** The clip's position from a time of the audio on: `[ms, us, rate]`, with rate 0 while it is paused. */
export type Move = [ms: number, us: number, rate: number]

/** A drawing appears or disappears: `[ms, drawing's id, is it visible]`. */
export type ShownChange = [ms: number, drawingId: string, isOn: boolean]

export interface VoiceOverTimeline {
  moves: Move[]
  shown: ShownChange[]
}

/** Deviation from the expected position that is recorded: less than half a frame at 30 fps. */
const DRIFT_US = 15_000
/** Larger deviations, as in loops, are recorded immediately; smaller ones at most five times a second. */
const JUMP_US = 100_000
const CORRECTED_EVERY_MS = 200
/** While scrubbing, faster changes are merged into one. */
const SCRUBBED_WITHIN_MS = 30

/**
 * Records the clip's position, unless it follows from the previous entries.
 * @param moves is appended to
 * @param ms of the audio; us of the clip: the middle of the displayed frame while the clip is paused
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
 * Records which drawings appeared and disappeared since the last entry.
 * @param shown is appended to
 */
export function noteShown(shown: ShownChange[], ms: number, ids: ReadonlySet<string>): void {
  const before = shownAt(shown, Number.POSITIVE_INFINITY)
  const at = Math.max(0, Math.round(ms))
  for (const id of before)
    if (!ids.has(id) && shown.length < voiceOverLimits.shown) shown.push([at, id, false])
  for (const id of ids)
    if (!before.has(id) && shown.length < voiceOverLimits.shown) shown.push([at, id, true])
}

/**
 * The clip's position at a time of the audio.
 * @param durationUs of the clip: the position is clamped to it
 */
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

/** Ids of the drawings visible at a time of the audio. */
export function shownAt(shown: readonly ShownChange[], ms: number): Set<string> {
  const ids = new Set<string>()
  for (const [at, id, isOn] of shown) {
    if (at > ms) break
    if (isOn) ids.add(id)
    else ids.delete(id)
  }
  return ids
}

/**
 * When the last change of a voice-over has happened, in milliseconds. A change of the last moments may be later than the end of the
 * sound, whose length is read from the file.
 */
export const endOfVoiceOver = ({ moves, shown }: VoiceOverTimeline, durationMs: number): number =>
  Math.max(durationMs, moves.at(-1)?.[0] ?? 0, shown.at(-1)?.[0] ?? 0)

/** `0:42`. */
export function formatSound(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
