import { and, sql } from 'drizzle-orm'
import { zipCodes } from '#features/coaches/tables.ts'
import type { Actor } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import type { JoinWaitlistInput } from './schema.ts'

const TRIES_PER_ADDRESS = { points: 10, seconds: 60 * 60 }

/**
 * Adds a person to a city's waitlist. Idempotent: newer answers replace older ones, and a signed-in person
 * who is still waiting can correct the name and the address. Because anyone can enter any email, the response
 * does not reveal whether it was on the list before. Bots that fill in the honeypot field get the same
 * response, and nothing is stored.
 * @returns the city in our spelling
 * @throws AppError no_such_city, too_many_requests
 */
export async function joinWaitlist(
  services: Services,
  input: JoinWaitlistInput,
  from: { ip: string; actor: Pick<Actor, 'userId'> | null },
): Promise<{ city: string; state: string }> {
  await services.rateLimits.count('waitlist', from.ip, TRIES_PER_ADDRESS)
  const [place] = await services.db
    .select({ city: zipCodes.city, state: zipCodes.state })
    .from(zipCodes)
    .where(
      and(
        sql`lower(${zipCodes.city}) = lower(${input.city})`,
        sql`upper(${zipCodes.state}) = upper(${input.state})`,
      ),
    )
    .limit(1)
  if (!place) throw new AppError('not_found', 'no_such_city', 'We do not know this city.')
  if (input.website) return place
  const once = from.actor
    ? '(user_id, lower(city), state) where user_id is not null'
    : '(lower(email), lower(city), state) where user_id is null'
  const corrected = from.actor
    ? `, name = case when city_waitlist.status = 'pending' then excluded.name else city_waitlist.name end,
         email = case when city_waitlist.status = 'pending' then excluded.email else city_waitlist.email end`
    : ''
  // Raw: conflicts on expression indexes.
  await services.db.$client.query(
    `insert into city_waitlist (name, email, city, state, preferences, user_id) values ($1, $2, $3, $4, $5, $6)
     on conflict ${once} do update set preferences = city_waitlist.preferences || excluded.preferences${corrected}`,
    [
      input.name,
      input.email.toLowerCase(),
      place.city,
      place.state,
      JSON.stringify(requestsOf(input)),
      from.actor?.userId ?? null,
    ],
  )
  return place
}

const requestsOf = ({ skillLevel, maxBudget }: JoinWaitlistInput) => ({
  ...(skillLevel ? { skillLevel } : {}),
  ...(maxBudget ? { maxBudget } : {}),
})
