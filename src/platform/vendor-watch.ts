import { type Circuit, type CircuitNews, CircuitOpen, createCircuit } from './circuit.ts'
import type { Clock } from './clock.ts'
import { AppError } from './errors.ts'
import { withoutSecrets } from './hidden-words.ts'
import { causeWords } from './logged-error.ts'
import { traced } from './tracing.ts'
import type { WriteBehind } from './write-behind.ts'

/** One recorded call to a vendor. */
export interface VendorCall {
  vendor: string
  /** Milliseconds since 1970, UTC. */
  at: number
  /** The error without secrets; null if the call succeeded. */
  error: string | null
}

/** How calls to a vendor are monitored. */
export interface WatchedVendor<T extends object> {
  name: string
  /** The port's methods that call the vendor; the others are local. */
  calls: readonly Extract<keyof T, string>[]
  /**
   * True for an error that rejects a single request, which means that the vendor is healthy. Defaults to
   * never.
   */
  isAnswer?: (error: unknown) => boolean
  /**
   * True for a failure that says nothing about later requests and so does not count toward opening the
   * circuit. Defaults to never.
   */
  isSingle?: (error: unknown) => boolean
  /**
   * Creates the port's "unavailable" error while the circuit is open. Without it there is no circuit breaker.
   */
  resting?: (cause: CircuitOpen) => Error
}

export interface VendorWatch {
  /**
   * Wraps a port: calls to the vendor are counted, and blocked for a while after several consecutive
   * failures.
   */
  watch<T extends object>(port: T, vendor: WatchedVendor<T>): T
  /** Writes pending records now. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface VendorWatchOptions {
  /** The application clock, for recorded times. */
  clock: Clock
  /** The clock that measures how long the circuit stays open. */
  restClock: Clock
  restMs: number
  calls: WriteBehind<VendorCall>
  /**
   * Called when a circuit opens, every {@link STILL_OPEN_MS} while it is open, and with null when it closes.
   * Never throws.
   */
  noteCircuit(vendor: string, openSince: number | null): void
  onChange(news: CircuitNews): void
}

const FAILURES_IN_A_ROW = 5
export const STILL_OPEN_MS = 15_000

/**
 * Counts this process's calls to vendors. The cost per call is one object: records are written in batches in
 * the background.
 */
export function createVendorWatch(options: VendorWatchOptions): VendorWatch {
  const { clock, calls } = options
  const open = new Map<string, number>()
  let timer: ReturnType<typeof setInterval> | undefined

  function noteChange(news: CircuitNews) {
    options.onChange(news)
    const { name, state } = news
    if (state === 'closed') open.delete(name)
    else if (!open.has(name)) open.set(name, clock.now())
    options.noteCircuit(name, open.get(name) ?? null)
    if (open.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
    timer ??= open.size > 0 ? setInterval(sayAgain, STILL_OPEN_MS).unref() : undefined
  }

  function sayAgain() {
    for (const [vendor, since] of open) options.noteCircuit(vendor, since)
  }

  function circuitOf<T extends object>({ name, isAnswer, isSingle }: WatchedVendor<T>): Circuit {
    return createCircuit({
      name,
      clock: options.restClock,
      failures: FAILURES_IN_A_ROW,
      restMs: options.restMs,
      isTrouble: (error) => !isAnswer?.(error) && !isSingle?.(error),
      onChange: noteChange,
    })
  }

  return {
    watch(port, vendor) {
      const note = (failure: { error: unknown } | null) =>
        calls.add([
          {
            vendor: vendor.name,
            at: clock.now(),
            error: failure && wordsOf(failure.error),
          },
        ])
      const counted = async (work: () => unknown) => {
        try {
          const answer = await work()
          note(null)
          return answer
        } catch (error) {
          note(vendor.isAnswer?.(error) ? null : { error })
          throw error
        }
      }
      const { resting } = vendor
      const circuit = resting ? circuitOf(vendor) : null
      const watched = { ...port }
      for (const name of vendor.calls) {
        const method: unknown = Reflect.get(port, name)
        if (typeof method !== 'function') throw new Error(`${vendor.name} has no call ${name}`)
        Reflect.set(watched, name, async (...input: unknown[]) => {
          const work = () =>
            traced(
              `${vendor.name}.${name}`,
              { kind: 'client', attributes: { 'peer.service': vendor.name } },
              () => counted(() => Reflect.apply(method, port, input)),
            )
          if (!circuit) return await work()
          try {
            return await circuit.run(work)
          } catch (error) {
            throw error instanceof CircuitOpen && resting ? resting(error) : error
          }
        })
      }
      return watched
    },
    flush: () => calls.flush(),
    async close() {
      clearInterval(timer)
      await calls.close()
    },
  }
}

/** The vendor's error; our own message only if there is none from the vendor. */
function wordsOf(error: unknown): string {
  if (!(error instanceof AppError)) return withoutSecrets(causeWords(error))
  return error.cause instanceof Error ? wordsOf(error.cause) : error.userMessage
}
