import { eq } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { type ChannelPreferences, isFixed, kindsFor, wants } from '../notification.ts'
import { listDevices } from '../push-subscriptions.ts'
import { readOwnZone, readQuietHours } from '../quiet-hours-setting.ts'
import { notificationPreferences } from '../tables.ts'
import { readTextingState } from '../texting/may-text.ts'
import { isCodeWaiting } from '../texting/queries.ts'
import { consentWording } from '../texting/texting.ts'
import type { Preferences } from './schema.ts'

/** A person's choices where they differ from the defaults. */
export async function readChannelPreferences(db: Queryable, userId: string): Promise<ChannelPreferences> {
  const found = await db
    .select()
    .from(notificationPreferences)
    .where(eq(notificationPreferences.userId, userId))
  return new Map(found.map(({ kind, channel, enabled }) => [`${kind}:${channel}`, enabled]))
}

/** The current notification settings of a person. */
export async function readPreferences(services: Services, actor: Actor): Promise<Preferences> {
  const { db, push, sms, messageKinds } = services
  const { userId } = actor
  const [preferences, quiet, zone, contact, devices] = await Promise.all([
    readChannelPreferences(db, userId),
    readQuietHours(services, db, userId),
    readOwnZone(services, db, userId),
    services.answers.contact(db, userId),
    listDevices(db, userId),
  ])
  const phone = contact?.phone?.startsWith('+') ? contact.phone : null
  return {
    kinds: kindsFor(messageKinds, actor.role).map((kind) => ({
      kind: kind.id,
      label: kind.setting.label,
      description: kind.setting.description,
      inApp: wants(preferences, kind, 'in_app'),
      email: wants(preferences, kind, 'email'),
      sms: kind.setting.texts === 'none' ? null : wants(preferences, kind, 'sms'),
      push: wants(preferences, kind, 'push'),
      isEmailFixed: isFixed(kind, 'email'),
    })),
    quietHours: { zone, quiet: quiet && { from: quiet.from, until: quiet.until } },
    texts: {
      isOffered: sms !== null,
      phone,
      state: phone ? await stateOf(services, { userId, phone }) : 'no_number',
      wording: consentWording,
    },
    push: { publicKey: push?.publicKey ?? null, devices },
  }
}

/** The state of texts to a number. While a code is pending, the state is `code_sent`. */
async function stateOf({ db, clock }: Services, who: { userId: string; phone: string }) {
  const state = await readTextingState(db, who.userId, who.phone)
  return state === 'not_agreed' && (await isCodeWaiting(db, who, clock.now())) ? 'code_sent' : state
}
