import { cachedFor } from '#platform/cached-for.ts'
import type { Services } from '#ports/services.ts'
import type { Voice } from '../schema.ts'

const TEN_MINUTES = 600_000
const HOW_MANY = 3
/** Newest five-star reviews that are looked through for as many coaches. */
const LOOKED_AT = 60

interface VoiceRow {
  id: string
  comment: string
  full_name: string
  coach_id: string
  coach_name: string
  city: string | null
}

/**
 * What students said of lessons they booked here: the newest five-star reviews of a length one can read in passing, of
 * visible coaches, one a coach and a student. Where there are none there is nothing; none is ever made up.
 */
export const listVoices = cachedFor(
  { forMs: TEN_MINUTES, atMost: 1 },
  async (services: Services, _: 'all'): Promise<Voice[]> => {
    const found = await services.db.$client.query<VoiceRow>(
      `select r.id, r.comment, p.full_name, c.user_id as coach_id, coalesce(c.display_name, coach.full_name) as coach_name,
        (select l.city from instructor_teaching_locations l where l.instructor_id = c.user_id
          order by l.is_primary desc limit 1) as city
      from lesson_reviews r join profiles p on p.id = r.student_id
      join instructor_profiles c on c.user_id = r.instructor_id and c.is_visible
      join profiles coach on coach.id = c.user_id
      where r.rating = 5 and r.published_at is not null and char_length(r.comment) between 60 and 240
      order by r.created_at desc, r.id limit ${LOOKED_AT}`,
    )
    const voices: Voice[] = []
    const heard = new Set<string>()
    for (const row of found.rows) {
      const student = firstNameAndInitial(row.full_name)
      const marks = [row.coach_id, student, row.comment]
      if (marks.some((mark) => heard.has(mark))) continue
      for (const mark of marks) heard.add(mark)
      voices.push({
        id: row.id,
        comment: row.comment,
        student,
        coach: { id: row.coach_id, name: row.coach_name, city: row.city },
      })
      if (voices.length === HOW_MANY) break
    }
    return voices
  },
)

function firstNameAndInitial(name: string): string {
  const [first = 'A student', ...rest] = name.trim().split(/\s+/)
  const initial = rest.at(-1)?.[0]
  return initial ? `${first} ${initial}.` : first
}
