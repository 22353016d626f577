/** Who plays: the owner of an account, or one of the golfers of the account. Pure. */

/** The most golfers of an account, and the most characters of a name. */
export const golferLimits = { golfers: 8, name: 100 } as const

export const golferRelations = ['child', 'adult'] as const
export type GolferRelation = (typeof golferRelations)[number]

export interface Golfer {
  name: string
  relation: GolferRelation
  /** Only for a child. */
  yearOfBirth: number | null
}

/** A golfer counts as a minor to the end of the year of the 18th birthday, because the birthday is not known. */
const LAST_AGE_OF_A_CHILD = 18

/**
 * The years in which a child can be born, as first and last.
 * @param year the current year
 */
export const yearsOfBirth = (year: number) => ({ first: year - LAST_AGE_OF_A_CHILD, last: year - 1 })

/**
 * Whether a golfer is, or may still be, under 18.
 * @param year the current year
 */
export const isMinor = ({ relation, yearOfBirth }: Omit<Golfer, 'name'>, year: number): boolean =>
  relation === 'child' && yearOfBirth !== null && year - yearOfBirth <= LAST_AGE_OF_A_CHILD

/**
 * `turns 12 in 2026`; null for adults, whose age is not known.
 * @param year the year of the lesson
 */
export const ageText = (golfer: Omit<Golfer, 'name'>, year: number): string | null =>
  isMinor(golfer, year) && golfer.yearOfBirth !== null
    ? `turns ${year - golfer.yearOfBirth} in ${year}`
    : null

/** The people of a lesson, as everything that shows it knows them. */
interface Players {
  /** The owner of the account, who booked it or pays for it, and is written to. */
  student: { name: string }
  /** Who plays, when it is not the owner. */
  golfer: { name: string } | null
}

/** The name of the person who plays a lesson. */
export const playerName = ({ student, golfer }: Players): string => golfer?.name ?? student.name

/** ` for Emma Brooks` after a sentence about a lesson when the student does not play; otherwise empty. */
export const forGolfer = ({ golfer }: Pick<Players, 'golfer'>): string =>
  golfer ? ` for ${golfer.name}` : ''
