/** A stream of numbers that look random and are the same for the same seed on every machine. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number
  /** A whole number, both ends included. */
  int(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** Picks in proportion to the weights. */
  weighted<T>(from: readonly (readonly [item: T, weight: number])[]): T
  /** Some different items, in random order; all of them when there are fewer. */
  sample<T>(from: readonly T[], count: number): T[]
  /** Around 0, mostly between -2 and 2. */
  bell(): number
  /** A version 4 UUID. */
  uuid(): string
  /** A stream of its own: what is drawn from it changes nothing here. The same name gives the same stream. */
  fork(name: string): Random
}

/** FNV-1a over a text, so that names can be seeds. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let at = 0; at < text.length; at++) h = Math.imul(h ^ text.charCodeAt(at), 0x01000193)
  return h >>> 0
}

/** Starts a stream (the generator is sfc32, which is small, fast and passes PractRand). */
export function createRandom(seed: string): Random {
  let a = hash(seed)
  let b = hash(`${seed}/b`)
  let c = hash(`${seed}/c`)
  let counter = 1
  const word = () => {
    const t = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return t >>> 0
  }
  for (let warm = 0; warm < 12; warm++) word()

  const next = () => word() / 4_294_967_296
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new RangeError('nothing to pick from')
    return from[Math.floor(next() * from.length)] as T
  }
  return {
    next,
    int,
    pick,
    chance: (probability) => next() < probability,
    weighted: (from) => {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0)
      const found = from.find(([, weight]) => {
        left -= weight
        return left < 0
      })
      return (found ?? pick(from))[0]
    },
    sample: (from, count) => {
      const left = [...from]
      const taken = []
      while (taken.length < count && left.length > 0) taken.push(...left.splice(int(0, left.length - 1), 1))
      return taken
    },
    bell: () => (next() + next() + next() + next() - 2) * 1.73,
    uuid: () => {
      const hex = [word(), word(), word(), word()].map((w) => w.toString(16).padStart(8, '0')).join('')
      const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3]
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
    },
    fork: (name) => createRandom(`${seed}/${name}`),
  }
}
