import type { drizzleAdapter } from 'better-auth/adapters/drizzle'
import type { Clock } from './clock.ts'

type MakeAdapter = ReturnType<typeof drizzleAdapter>
type Adapter = ReturnType<MakeAdapter>

/** The sign-in library lives by the machine's time, its rows by our clock. This translates between the two. */
export interface AuthTime {
  /** An instant as the library holds it, by our clock: milliseconds since 1970, UTC. */
  read(held: Date): number
  /** An instant by our clock, as the library must hold it. @param instant milliseconds since 1970, UTC */
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
 * A database for the sign-in library in which every instant is by our clock: what the library writes and asks for is
 * translated on the way in, what it reads on the way out. Its own comparisons with the machine's time then come out as if
 * it had asked our clock.
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

/** A copy of plain objects and lists, in which every `Date` is replaced. */
function mapDates<T>(value: T, replace: (date: Date) => Date): T {
  const copy = (one: unknown): unknown => {
    if (one instanceof Date) return replace(one)
    if (Array.isArray(one)) return one.map(copy)
    if (typeof one !== 'object' || one === null || Object.getPrototypeOf(one) !== Object.prototype) return one
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, copy(inner)]))
  }
  return copy(value) as T
}
