/** The limit never falls below this number, so that a few visitors who open a page at the same moment are not refused. */
const LEAST = 48
/** The limit of a process that has measured nothing yet, and to which a lower one returns when it is not crowded any more. */
const FIRST = 100
/** A measurement covers at least this time, in milliseconds, and this number of requests. */
const [WINDOW_MS, WINDOW_REQUESTS] = [100, 20]
/** Requests may take this many times as long as in a process that is not crowded. */
const TOLERANCE = 2
/** A limit never falls by more than this factor at once. */
const STEEPEST = 0.5
/**
 * The share of a new limit in the one that applies, so that one odd window changes little. It falls faster than it rises: the requests of
 * the first second of a rush wait for each other until the limit has fallen.
 */
const [RISING, FALLING] = [0.15, 0.7]
/** How far the uncrowded time follows longer times in one window, so that it adapts when every request has become slower. */
const FORGET = 0.0002

/** The number of requests that a process should answer at the same time. */
export interface OwnLimit {
  /** The limit now. */
  atOnce(): number
  /**
   * Takes one answered request into account.
   * @param tookMs from its admission to the start of its response
   * @param underWay requests under way when it was admitted, itself included
   * @param now a monotonic time in milliseconds
   */
  note(tookMs: number, underWay: number, now: number): void
}

/**
 * Finds the limit from how long requests take. While they take about as long as in a process that is not crowded, the
 * limit rises by its square root; when they take longer than `TOLERANCE` times that, they wait for each other, and the
 * limit falls in proportion. So a fast machine admits more than a slow one, and both answer in time. The method is
 * that of Envoy's adaptive concurrency filter and of the gradient limit in Netflix' concurrency-limits.
 * @param most the limit never exceeds this number
 */
export function findOwnLimit(most: number): OwnLimit {
  const least = Math.min(LEAST, most)
  let limit = Math.min(FIRST, most)
  let uncrowdedMs = Number.POSITIVE_INFINITY
  let times: number[] = []
  let [began, busiest] = [0, 0]

  const measure = () => {
    const median = times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
    uncrowdedMs = median < uncrowdedMs ? median : uncrowdedMs + FORGET * (median - uncrowdedMs)
    const isCrowded = median > TOLERANCE * uncrowdedMs
    // Requests that did not reach the limit cannot show that it may rise. Many of them that wait for each other show that it should fall
    // before a rush reaches it; a few that are slow, as with a slow vendor, do not.
    if (busiest < limit / 2 && !(isCrowded && busiest >= least / 2)) {
      limit = Math.max(limit, Math.min(limit + 1, FIRST, most))
      return
    }
    const gradient = Math.min(1, Math.max(STEEPEST, (TOLERANCE * uncrowdedMs) / median))
    const next = gradient * limit + Math.sqrt(limit)
    limit = Math.min(most, Math.max(least, limit + (next < limit ? FALLING : RISING) * (next - limit)))
  }

  return {
    atOnce: () => Math.floor(limit),
    note(tookMs, underWay, now) {
      if (times.length === 0) began = now - tookMs
      times.push(tookMs)
      busiest = Math.max(busiest, underWay)
      if (times.length < WINDOW_REQUESTS || now - began < WINDOW_MS) return
      measure()
      times = []
      busiest = 0
    },
  }
}
