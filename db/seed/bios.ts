import { endings, methods, openings } from './bio-sentences.ts'
import type { Random } from './random.ts'
import { specialties } from './specialties.ts'

/** Deals cards one at a time. A stack repeats a card only after all of its cards have been dealt. */
export type Deal = <T>(stack: string, cards: readonly T[]) => T

/**
 * Dealing, unlike drawing at random, keeps coaches who are created one after another, and are therefore neighbors, from sharing a sentence
 * or a picture on one page of a list.
 */
export function createDealer(random: Random): Deal {
  const stacks = new Map<string, { cards: readonly unknown[]; next: number }>()
  return <T>(name: string, cards: readonly T[]): T => {
    const stack = stacks.get(name) ?? { cards: random.fork(name).sample(cards, cards.length), next: 0 }
    stacks.set(name, stack)
    // The stack was filled from these same cards, so the type is safe.
    return stack.cards[stack.next++ % stack.cards.length] as T
  }
}

interface BioFacts {
  readonly first: string
  readonly city: string
  readonly years: number
  readonly place: string
  readonly specialties: readonly string[]
}

/** The number of coaches on a page of search results; none of them repeats a sentence of another. */
const NEIGHBOURS = 24
const lastSaid = new WeakMap<Deal, string[]>()

/** Returns a sentence about one of the coach's subjects, the main one first; undefined if the neighbors have used them all. */
function saySubject(deal: Deal, subjects: readonly string[]): string | undefined {
  const said = lastSaid.get(deal) ?? []
  const choices = subjects.flatMap((subject) => {
    const says = specialties[subject]?.says ?? []
    return says.map(() => deal(`subject ${subject}`, says))
  })
  const fresh = choices.find((sentence) => !said.includes(sentence))
  lastSaid.set(deal, [...said, fresh ?? ''].slice(-NEIGHBOURS))
  return fresh
}

/** A biography of four sentences, in the first person. */
export function writeBio(deal: Deal, facts: BioFacts): string {
  return [
    deal('openings', openings),
    saySubject(deal, facts.specialties.length > 0 ? facts.specialties : ['Beginners']),
    deal('methods', methods),
    deal('endings', endings),
  ]
    .filter(Boolean)
    .join(' ')
    .replaceAll('{first}', facts.first)
    .replaceAll('{city}', facts.city)
    .replaceAll('{years}', String(facts.years))
    .replaceAll('{place}', facts.place)
}
