/** The prefix of every token. Secret scanners use it to recognize a token that was published by mistake. */
export const TOKEN_PREFIX = 'gs_pat_'

/** The prefix followed by 256 bits in 43 characters. */
export const tokenPattern = new RegExp(`^${TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`)

export const MOST_TOKENS = 20

/** The lifetimes a token can have, in days; null: it does not expire. */
export const lifetimes = { '30': 30, '90': 90, '365': 365, never: null } as const
export type Lifetime = keyof typeof lifetimes
export const lifetimeNames = Object.keys(lifetimes) as [Lifetime, ...Lifetime[]]
