import type { drizzleAdapter } from 'better-auth/adapters/drizzle'
import type { Clock } from './clock.ts'

type MakeAdapter = ReturnType<typeof drizzleAdapter>
type Adapter = ReturnType<MakeAdapter>

/**
 * Converts between the sign-in library's times, which use the system clock, and stored times, which use the
 * application clock.
 */
export interface AuthTime {
  /** Converts an instant of the library to the application clock: milliseconds since 1970, UTC. */
  read(held: Date): number
  /**
   * Converts an instant of the application clock to the library's time.
   * @param instant milliseconds since 1970, UTC
   */
  hold(instant: number): Date
}

export function authTime(clock: Clock): AuthTime {
  const ahead = () => clock.now() - Date.now()
  return {
    read: (held) => held.getTime() + ahead(),
    hold: (instant) => new Date(instant - ahead()),
  }
}

/**
 * A database adapter for the sign-in library that stores every instant by the application clock. Values are
 * converted when they are written or queried and converted back when they are read, so the library's
 * comparisons with the system time give the result that the application clock would.
 */
export function adapterByClock(make: MakeAdapter, time: AuthTime): MakeAdapter {
  return (options) => translated(make(options), time)
}

function translated<A extends Omit<Adapter, 'transaction'>>(adapter: A, time: AuthTime): A {
  const into = <T>(given: T): T => mapDates(given, (held) => new Date(time.read(held)))
  const out = <T>(found: T): T => mapDates(found, (kept) => time.hold(kept.getTime()))
  const copy: Omit<Adapter, 'transaction'> = {
    ...adapter,
    create: async (query) => out(await adapter.create(into(query))),
    findOne: async (query) => out(await adapter.findOne(into(query))),
    findMany: async (query) => out(await adapter.findMany(into(query))),
    count: (query) => adapter.count(into(query)),
    update: async (query) => out(await adapter.update(into(query))),
    updateMany: (query) => adapter.updateMany(into(query)),
    delete: (query) => adapter.delete(into(query)),
    deleteMany: (query) => adapter.deleteMany(into(query)),
    consumeOne: async (query) => out(await adapter.consumeOne(into(query))),
    incrementOne: async (query) => out(await adapter.incrementOne(into(query))),
  }
  const { transaction } = adapter as Partial<Pick<Adapter, 'transaction'>>
  return {
    ...adapter,
    ...copy,
    ...(transaction
      ? ({ transaction: (work) => transaction((tx) => work(translated(tx, time))) } satisfies Pick<
          Adapter,
          'transaction'
        >)
      : {}),
  }
}

/** Copies plain objects and arrays, replacing every `Date`. */
function mapDates<T>(value: T, replace: (date: Date) => Date): T {
  const copy = (one: unknown): unknown => {
    if (one instanceof Date) return replace(one)
    if (Array.isArray(one)) return one.map(copy)
    if (typeof one !== 'object' || one === null || Object.getPrototypeOf(one) !== Object.prototype) return one
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, copy(inner)]))
  }
  return copy(value) as T
}
