import type { movableClock } from '#platform/clock.ts'

/** Does the work while the clock moves on by a millisecond with each reading, as a real one may. */
export async function whileTicking<Done>(
  clock: ReturnType<typeof movableClock>,
  work: () => Promise<Done>,
): Promise<Done> {
  const { now } = clock
  clock.now = () => {
    clock.advance(1)
    return now()
  }
  try {
    return await work()
  } finally {
    clock.now = now
  }
}
