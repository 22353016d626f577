import { describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { addCoach } from '#tests/support/people.ts'
import { findMemberSummary } from './queries.ts'

const database = testDatabase()
const nobody = '00000000-0000-4000-8000-000000000000'

describe('the header of a member’s menu', () => {
  test('for a coach: the place, the rating, the lessons given [row 14]', async () => {
    const coach = await addCoach(database.pool, { city: 'Charlotte', state: 'NC' })
    await database.pool.query('update instructor_profiles set profile_image_url = $2 where user_id = $1', [
      coach.id,
      '/art/portraits/portrait-1-480.webp',
    ])
    expect(await findMemberSummary(database.db, coach.id)).toEqual({
      pictureUrl: '/art/portraits/portrait-1-480.webp',
      location: 'Charlotte, NC',
      rating: 0,
      reviewCount: 0,
      completedLessons: 0,
      hasCoachProfile: true,
    })
  })

  test('for a student: the city they entered, no rating', async () => {
    await database.pool.query(
      `insert into profiles (id, full_name, email, city) values ($1, 'Sam Rivera', 'sam@members.test', 'Matthews, NC')`,
      [nobody],
    )
    expect(await findMemberSummary(database.db, nobody)).toEqual({
      pictureUrl: null,
      location: 'Matthews, NC',
      rating: null,
      reviewCount: 0,
      completedLessons: 0,
      hasCoachProfile: false,
    })
  })
})
