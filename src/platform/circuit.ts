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

/**
 * A circuit breaker: after several consecutive failures calls fail immediately, until a rest period has
 * elapsed.
 */
export interface Circuit {
  readonly name: string
  state(): CircuitState
  /**
   * Runs the work unless the circuit is open.
   * @throws CircuitOpen immediately while the circuit is open; otherwise any error of `work`
   */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** The call was not attempted because the vendor has just failed repeatedly. */
export class CircuitOpen extends AppError {
  constructor(name: string) {
    super('unavailable', 'vendor_resting', `${name} does not answer at the moment.`)
    this.name = 'CircuitOpen'
  }
}

interface CircuitOptions {
  name: string
  clock: Clock
  /** The number of consecutive failures that open the circuit. */
  failures: number
  /** How long the circuit stays open, in milliseconds; then one trial call is allowed. */
  restMs: number
  /** True for errors that indicate an outage. A vendor that rejects a single request is healthy. */
  isTrouble(error: unknown): boolean
  onChange?(news: CircuitNews): void
}

/** Create one for each vendor and process. */
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
