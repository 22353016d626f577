import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Services } from '#ports/services.ts'
import { normalisePhone } from '../commands.ts'
import { getOwnAccount } from './queries.ts'
import type { OwnAccount, ownDetailsSchema } from './schema.ts'

/** Changes name, phone and city. An empty city is none. */
export async function changeOwnDetails(
  services: Services,
  userId: string,
  input: z.output<typeof ownDetailsSchema>,
): Promise<OwnAccount> {
  await services.db.execute(sql`
    update profiles set full_name = ${input.name}, phone = ${normalisePhone(input.phone)}, city = ${input.city || null},
      updated_at = current_instant()
    where id = ${userId}::uuid and closed_at is null`)
  services.sessions.forget(userId)
  return await getOwnAccount(services.db, userId)
}
