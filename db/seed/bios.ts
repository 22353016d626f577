import { endings, methods, openings } from './bio-sentences.ts'
import type { Random } from './random.ts'
import { specialties } from './specialties.ts'

/** Hands out cards one after another; each stack starts again only when all of its cards have been seen. */
export type Deal = <T>(stack: string, cards: readonly T[]) => T

/**
 * Deals instead of drawing, so that coaches made one after another, who are neighbours, never say the same thing or
 * show the same face on one page of a list.
 */
export function createDealer(random: Random): Deal {
  const stacks = new Map<string, { cards: readonly unknown[]; next: number }>()
  return <T>(name: string, cards: readonly T[]): T => {
    const stack = stacks.get(name) ?? { cards: random.fork(name).sample(cards, cards.length), next: 0 }
    stacks.set(name, stack)
    // The stack of a name was filled from these very cards, so what comes out is one of them.
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

/** A page of search results holds so many neighbours: none of them repeats what another one says. */
const NEIGHBOURS = 24
const lastSaid = new WeakMap<Deal, string[]>()

/** What a coach says about one of their subjects, the main one first; nothing when the neighbours have said it all. */
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
