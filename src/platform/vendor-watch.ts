import { type Circuit, type CircuitNews, CircuitOpen, createCircuit } from './circuit.ts'
import type { Clock } from './clock.ts'
import { AppError } from './errors.ts'
import { withoutSecrets } from './hidden-words.ts'
import { causeWords } from './logged-error.ts'
import type { WriteBehind } from './write-behind.ts'

/** One call of a vendor, as it is counted. */
export interface VendorCall {
  vendor: string
  /** Milliseconds since 1970, UTC. */
  at: number
  /** What went wrong, without secrets; null when it answered. */
  error: string | null
}

/** How a vendor is watched. */
export interface WatchedVendor<T extends object> {
  name: string
  /** What of the port goes to the vendor; the rest is ours. */
  calls: readonly Extract<keyof T, string>[]
  /** True for an error with which it turns down this one request: it is in good health. None, when left out. */
  isAnswer?: (error: unknown) => boolean
  /** True for a failure that says nothing about the next request, and so opens no circuit. None, when left out. */
  isSingle?: (error: unknown) => boolean
  /** What callers know as "the vendor is away", while it is left alone. Without it there is no circuit, and it is always asked. */
  resting?: (cause: CircuitOpen) => Error
}

export interface VendorWatch {
  /** The same port; what goes to the vendor is counted, and left alone for a while after it failed several times in a row. */
  watch<T extends object>(port: T, vendor: WatchedVendor<T>): T
  /** Writes what was counted, now. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface VendorWatchOptions {
  /** What people are told. */
  clock: Clock
  /** By which a rest is measured. */
  restClock: Clock
  restMs: number
  calls: WriteBehind<VendorCall>
  /** Called when a circuit opens, every {@link STILL_OPEN_MS} while it is open, and with null when it closes. Never throws. */
  noteCircuit(vendor: string, openSince: number | null): void
  onChange(news: CircuitNews): void
}

const FAILURES_IN_A_ROW = 5
export const STILL_OPEN_MS = 15_000

/** Counts what this process asks of vendors. Costs a caller one object: rows are written behind, many at a time. */
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
          const work = () => counted(() => Reflect.apply(method, port, input))
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

/** What the vendor said; that it is away, in our own words, only where it said nothing. */
function wordsOf(error: unknown): string {
  if (!(error instanceof AppError)) return withoutSecrets(causeWords(error))
  return error.cause instanceof Error ? wordsOf(error.cause) : error.userMessage
}
