import { DAY } from '#platform/duration.ts'
import { milesBetween } from '#platform/miles.ts'
import { type Home, planHomes } from './homes.ts'
import { makePerson } from './people.ts'
import type { Random } from './random.ts'
import type { Student } from './rows.ts'
import type { Town } from './towns.ts'

/** Makes students who live where golfers do. @param now milliseconds since 1970, UTC */
export function makeStudents(random: Random, towns: readonly Town[], count: number, now: number): Student[] {
  return planHomes(towns, count, random.fork('student homes')).map(({ town }: Home, nth) => {
    const own = random.fork(`student ${nth}`)
    const person = makePerson(own, town.state, 'student', nth + 1)
    return {
      lat: town.lat,
      lng: town.lng,
      profile: {
        id: own.uuid(),
        full_name: person.name,
        email: person.email,
        phone: person.phone,
        city: town.city,
        user_type: 'student',
        created_at: Math.round(now - DAY * own.int(720, 800)),
      },
    }
  })
}

/** Finds the students who live nearest to a spot; the answer for an area is remembered under its name. */
export function studentFinder(students: readonly Student[], count: number) {
  const known = new Map<string, Student[]>()
  return (area: string, spot: { lat: number; lng: number }): Student[] => {
    const before = known.get(area)
    if (before) return before
    const near = students
      .map((student) => [milesBetween(spot, student), student] as const)
      .sort(([a], [b]) => a - b)
      .slice(0, count)
      .map(([, student]) => student)
    known.set(area, near)
    return near
  }
}
