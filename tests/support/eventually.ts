import { vi } from 'vitest'

/** Waits until a check holds. What is awaited comes in milliseconds, on a busy machine in seconds: `vi.waitFor` alone gives up after one. */
export const eventually = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: 15_000, interval: 20 })
