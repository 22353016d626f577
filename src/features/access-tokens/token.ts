/** What a token begins with, so that scanners of source code know one when somebody publishes it by mistake. */
export const TOKEN_PREFIX = 'gs_pat_'

/** The prefix and 256 bits in 43 characters. */
export const tokenPattern = new RegExp(`^${TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`)

export const MOST_TOKENS = 20

/** For how many days a token may be good; null: until it is taken back. */
export const lifetimes = { '30': 30, '90': 90, '365': 365, never: null } as const
export type Lifetime = keyof typeof lifetimes
export const lifetimeNames = Object.keys(lifetimes) as [Lifetime, ...Lifetime[]]
