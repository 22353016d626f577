import { nameGroups } from './names.ts'
import type { Random } from './random.ts'

type Gender = 'female' | 'male'

interface Person {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly gender: Gender
}

/**
 * Generates a person from a state.
 * @param nth unique among people of the same kind; makes the address unique
 */
export function makePerson(random: Random, state: string, kind: 'coach' | 'student', nth: number): Person {
  const gender: Gender = random.chance(kind === 'coach' ? 0.34 : 0.42) ? 'female' : 'male'
  const group = random.weighted(
    nameGroups.map((entry) => [entry, entry.more[state] ?? entry.weight] as const),
  )
  const name = `${random.pick(gender === 'female' ? group.women : group.men)} ${random.pick(group.families)}`
  return {
    name,
    gender,
    email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}.${kind === 'coach' ? 'c' : 's'}${nth}@greenside.demo`,
    // 555-0100 to 555-0199 are reserved for fictional use.
    phone: `+1${random.int(201, 989)}55501${String(random.int(0, 99)).padStart(2, '0')}`,
  }
}
