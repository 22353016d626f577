import { cachedFor } from '#platform/cached-for.ts'
import type { Services } from '#ports/services.ts'

const FIVE_MINUTES = 300_000

/** Visible coaches who said who they are, as the specification's server function gives them: a row each. */
export const listCoachGenders = cachedFor(
  { forMs: FIVE_MINUTES, atMost: 1 },
  async (services: Services, _: 'all') => {
    const found = await services.db.$client.query<{ user_id: string; gender: 'female' | 'male' }>(
      'select user_id, gender from instructor_profiles where is_visible and gender is not null order by user_id',
    )
    return found.rows
  },
)
