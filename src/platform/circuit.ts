import type { Clock } from './clock.ts'
import { AppError } from './errors.ts'
import { errorWords } from './logged-error.ts'

export type CircuitState = 'closed' | 'open' | 'half_open'

export interface CircuitNews {
  name: string
  state: CircuitState
  failures: number
  lastError: string | null
  /** Milliseconds since 1970, UTC. */
  at: number
}

/** Keeps us from waiting for somebody who does not answer: after some failures nobody is asked until a rest is over. */
export interface Circuit {
  readonly name: string
  state(): CircuitState
  /**
   * Does the work, unless the circuit is open.
   * @throws CircuitOpen at once while it rests; otherwise whatever the work throws
   */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Not asked, because the vendor failed again and again a moment ago. */
export class CircuitOpen extends AppError {
  constructor(name: string) {
    super('unavailable', 'vendor_resting', `${name} does not answer at the moment.`)
    this.name = 'CircuitOpen'
  }
}

interface CircuitOptions {
  name: string
  clock: Clock
  /** Failures in a row that open it. */
  failures: number
  /** How long nobody is asked, in milliseconds; then one is let through to see. */
  restMs: number
  /** True for errors that mean trouble with the vendor; one that turns down a single request is in good health. */
  isTrouble(error: unknown): boolean
  onChange?(news: CircuitNews): void
}

/** One for each vendor and process. */
export function createCircuit(options: CircuitOptions): Circuit {
  const { name, clock } = options
  let state: CircuitState = 'closed'
  let failures = 0
  let openedAt = 0

  function become(next: CircuitState, error?: unknown) {
    if (next === state) return
    state = next
    const lastError = error === undefined ? null : errorWords(error)
    options.onChange?.({ name, state, failures, lastError, at: clock.now() })
  }

  function failed(error: unknown) {
    failures++
    if (state !== 'half_open' && failures < options.failures) return
    openedAt = clock.now()
    become('open', error)
  }

  return {
    name,
    state: () => state,
    async run(work) {
      if (state === 'half_open') throw new CircuitOpen(name)
      if (state === 'open') {
        if (clock.now() < openedAt + options.restMs) throw new CircuitOpen(name)
        become('half_open')
      }
      try {
        const result = await work()
        failures = 0
        become('closed')
        return result
      } catch (error) {
        if (options.isTrouble(error)) failed(error)
        else {
          failures = 0
          become('closed')
        }
        throw error
      }
    },
  }
}
