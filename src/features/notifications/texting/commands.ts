import { sql } from 'drizzle-orm'
import { findContact } from '#features/accounts/queries.ts'
import type { Actor } from '#platform/actor.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import type { InboundText } from '#ports/sms/sms.ts'
import { readTextingState } from './queries.ts'
import { consentWording, type InboundMeaning, meaningOf } from './texting.ts'

type Writing = Pick<Services, 'db' | 'clock'>

/** Somebody says yes or no to texts at the number of their account; what they read, when and from where is kept. */
export async function sayAboutTexts(
  { db, clock }: Writing,
  actor: Pick<Actor, 'userId'>,
  said: { agrees: boolean; ip: string },
): Promise<{ ok: true } | Refused<'no_number' | 'stopped'>> {
  const { userId } = actor
  const phone = (await findContact(db, userId))?.phone
  if (!phone?.startsWith('+')) return refused('no_number')
  const state = await readTextingState(db, userId, phone)
  if (said.agrees && state === 'stopped') return refused('stopped')
  if (said.agrees === (state === 'agreed')) return { ok: true }
  await db.execute(sql`
    insert into sms_consents (user_id, phone, action, source, wording, ip_address, said_at)
    values (${userId}, ${phone}, ${said.agrees ? 'given' : 'withdrawn'}, 'settings', ${consentWording}, ${said.ip},
      ${new Date(clock.now())})`)
  return { ok: true }
}

/**
 * A text that came to our number. STOP ends texts to that phone, whoever's account it stands in; START begins them again for
 * those who had agreed before. The same text delivered again changes nothing.
 */
export async function takeInboundText(
  { db, clock }: Writing,
  inbound: InboundText,
): Promise<InboundMeaning | 'seen'> {
  const meaning = meaningOf(inbound.text)
  const at = new Date(clock.now())
  return await db.transaction(async (tx) => {
    const first = await tx.execute(sql`
      insert into sms_inbound (provider_id, phone, message, meaning, received_at)
      values (${inbound.id}, ${inbound.from}, ${inbound.text}, ${meaning}, ${at})
      on conflict (provider_id) do nothing returning provider_id`)
    if (first.rows.length === 0) return 'seen'
    if (meaning === 'stop' || meaning === 'start') {
      const action = meaning === 'stop' ? 'withdrawn' : 'given'
      await tx.execute(sql`
        insert into sms_consents (user_id, phone, action, source, wording, said_at)
        select holder.user_id, ${inbound.from}, ${action}, 'text_message', ${inbound.text.slice(0, 1_000)}, ${at}
        from (select distinct user_id from sms_consents where phone = ${inbound.from} and user_id is not null
          union all select null where not exists
            (select from sms_consents where phone = ${inbound.from} and user_id is not null)) as holder`)
    }
    return meaning
  })
}
