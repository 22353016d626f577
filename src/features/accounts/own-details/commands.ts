import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { present } from '#platform/columns.ts'
import type { Services } from '#ports/services.ts'
import { normalisePhone } from '../commands.ts'
import { profiles } from '../tables.ts'
import { getOwnAccount } from './queries.ts'
import type { OwnAccount, ownDetailsSchema } from './schema.ts'

/** Changes name, phone, city and which contact details coaches can see. An empty city is stored as null. */
export async function changeOwnDetails(
  services: Services,
  userId: string,
  input: z.output<typeof ownDetailsSchema>,
): Promise<OwnAccount> {
  await services.db
    .update(profiles)
    .set({
      fullName: input.name,
      phone: normalisePhone(input.phone),
      city: input.city || null,
      sharesPhone: input.sharesPhone,
      sharesEmail: input.sharesEmail,
      updatedAt: present,
    })
    .where(and(eq(profiles.id, userId), isNull(profiles.closedAt)))
  services.sessions.forget(userId)
  return await getOwnAccount(services.db, userId)
}
