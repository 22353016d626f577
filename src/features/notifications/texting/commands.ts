import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { HOUR_SECONDS } from '#platform/duration.ts'
import { siteNameOf } from '#platform/env.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { type InboundText, SmsRefused } from '#ports/sms/sms.ts'
import { sendText } from '../commands.ts'
import { sendOnce } from '../delivery-log.ts'
import { endTextsTo } from '../delivery-reports.ts'
import { fillIn } from '../letter.ts'
import { textsOn, textsOnKind } from '../letters.ts'
import { phoneCodes, smsConsents, smsInbound } from '../tables.ts'
import { readTextingState } from './may-text.ts'
import {
  CODE_GOOD_FOR_MS,
  codeText,
  consentWording,
  type InboundMeaning,
  MOST_CODE_TRIES,
  meaningOf,
} from './texting.ts'

const CODES_PER_PERSON = { points: 5, seconds: HOUR_SECONDS }
const CODES_PER_ADDRESS = { points: 20, seconds: HOUR_SECONDS }
/** Limits codes per number across all accounts, so that a phone cannot be flooded with codes. */
const CODES_PER_NUMBER = { points: 5, seconds: 24 * HOUR_SECONDS }

type Writing = Pick<Services, 'db' | 'clock'>
type Sending = Pick<Services, 'db' | 'clock' | 'env' | 'sms' | 'rateLimits' | 'answers'>

/**
 * Texts a verification code to the number of an account. Only the newest code is valid.
 * @throws AppError too_many_requests, sms_unavailable
 */
export async function sendTextCode(
  services: Sending,
  actor: Pick<Actor, 'userId'>,
  from: { ip: string },
): Promise<{ ok: true } | Refused<'no_texts' | 'no_number' | 'not_served' | 'stopped' | 'not_reached'>> {
  const { db, clock, env, sms, rateLimits } = services
  const { userId } = actor
  if (!sms) return refused('no_texts')
  const contact = await services.answers.contact(db, userId)
  const phone = contact?.phone
  if (!contact || !phone?.startsWith('+')) return refused('no_number')
  const state = await readTextingState(db, userId, phone)
  if (state === 'not_served' || state === 'stopped') return refused(state)
  await rateLimits.count('text-code', userId, CODES_PER_PERSON)
  await rateLimits.count('text-code-address', from.ip, CODES_PER_ADDRESS)
  await rateLimits.count('text-code-number', phone, CODES_PER_NUMBER)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const now = clock.now()
  const asked = {
    phone,
    codeHash: hashOf(env, { userId, phone }, code),
    tries: 0,
    expiresAt: now + CODE_GOOD_FOR_MS,
    createdAt: now,
  }
  await db
    .insert(phoneCodes)
    .values({ userId, ...asked })
    .onConflictDoUpdate({ target: phoneCodes.userId, set: asked })
  const key = `text-code:${randomUUID()}:${userId}`
  // The log contains a masked code.
  const started = sql`
    insert into sms_logs (dedupe_key, user_id, template_key, recipient_phone, recipient_name, message_content, status)
    values (${key}, ${userId}, 'text-code', ${phone}, ${contact.fullName}, ${codeText('••••••', siteNameOf(env))}, 'sending')`
  let isReached = true
  await sendOnce(db, 'sms_logs', key, started, async () => {
    try {
      return (await sms.send({ key, to: phone, text: codeText(code, siteNameOf(env)) })).id
    } catch (error) {
      isReached = !(error instanceof SmsRefused)
      if (error instanceof SmsRefused && error.trouble)
        await endTextsTo(db, { phone, trouble: error.trouble, now })
      throw error
    }
  })
  return isReached ? { ok: true } : refused('not_reached')
}

/**
 * Gives or withdraws consent to texts at the number of an account. The wording, time and IP address are
 * stored. Consent requires the code texted to the number and is confirmed by a text.
 * @throws AppError if the database is unavailable
 */
export async function sayAboutTexts(
  services: Writing & Pick<Services, 'env' | 'jobs' | 'answers'>,
  actor: Pick<Actor, 'userId'>,
  said: { agrees: boolean; code?: string | undefined; ip: string },
): Promise<{ ok: true } | Refused<'no_number' | 'not_served' | 'stopped' | 'wrong_code'>> {
  const { userId } = actor
  const phone = (await services.answers.contact(services.db, userId))?.phone
  if (!phone?.startsWith('+')) return refused('no_number')
  const state = await readTextingState(services.db, userId, phone)
  if (said.agrees && (state === 'stopped' || state === 'not_served')) return refused(state)
  if (said.agrees === (state === 'agreed')) return { ok: true }
  const isProved = said.agrees && (await spendCode(services, { userId, phone }, said.code ?? ''))
  if (said.agrees && !isProved) return refused('wrong_code')
  const now = services.clock.now()
  await services.db.transaction(async (tx) => {
    await tx.insert(smsConsents).values({
      userId,
      phone,
      action: said.agrees ? 'given' : 'withdrawn',
      source: 'settings',
      wording: consentWording,
      ipAddress: said.ip,
      isProved,
      saidAt: now,
    })
    if (said.agrees) await confirmTexts(services, tx, { userId, phone, now })
  })
  return { ok: true }
}

async function confirmTexts(
  services: Pick<Services, 'jobs' | 'clock' | 'answers'>,
  tx: Queryable,
  { userId, phone, now }: { userId: string; phone: string; now: number },
) {
  await sendText(services, tx, {
    key: `texts-on:${userId}:${now}`,
    kind: textsOnKind,
    userId,
    letter: fillIn(textsOn, {}),
    about: { what: 'phone', phone },
  })
}

/**
 * Redeems a code. The attempt is counted before the code is compared, so that parallel attempts cannot exceed
 * the limit.
 */
async function spendCode(
  { db, clock, env }: Writing & Pick<Services, 'env'>,
  who: { userId: string; phone: string },
  code: string,
): Promise<boolean> {
  const [tried] = await db
    .update(phoneCodes)
    .set({ tries: sql`${phoneCodes.tries} + 1` })
    .where(
      and(
        eq(phoneCodes.userId, who.userId),
        eq(phoneCodes.phone, who.phone),
        lt(phoneCodes.tries, MOST_CODE_TRIES),
        gt(phoneCodes.expiresAt, clock.now()),
      ),
    )
    .returning({ expected: phoneCodes.codeHash })
  if (!tried || !timingSafeEqual(tried.expected, hashOf(env, who, code.replaceAll(/\D/g, '')))) return false
  const used = await db
    .delete(phoneCodes)
    .where(and(eq(phoneCodes.userId, who.userId), eq(phoneCodes.codeHash, tried.expected)))
    .returning({ userId: phoneCodes.userId })
  return used.length > 0
}

/** Keyed with a secret, because a plain hash of six digits could be brute-forced from the table. */
const hashOf = (
  env: Pick<Services['env'], 'SESSION_SECRET'>,
  who: { userId: string; phone: string },
  code: string,
) => createHmac('sha256', env.SESSION_SECRET).update(`text code ${who.userId} ${who.phone} ${code}`).digest()

/**
 * Handles an inbound text. STOP ends texts to the phone for all accounts with the number. START enables them
 * again for accounts that had verified the number and have not signed out everywhere since. Duplicate
 * deliveries have no effect.
 */
export async function receiveInboundText(
  { db, clock }: Writing,
  inbound: InboundText,
): Promise<InboundMeaning | 'seen'> {
  const meaning = meaningOf(inbound.text)
  const now = clock.now()
  return await db.transaction(async (tx) => {
    const first = await tx
      .insert(smsInbound)
      .values({
        providerId: inbound.id,
        phone: inbound.from,
        message: inbound.text,
        meaning,
        receivedAt: now,
      })
      .onConflictDoNothing()
      .returning({ providerId: smsInbound.providerId })
    if (first.length === 0) return 'seen'
    if (meaning === 'stop' || meaning === 'start') {
      const action = meaning === 'stop' ? 'withdrawn' : 'given'
      // Raw: inserts one row per account with the number, based on its latest consent.
      await tx.execute(sql`
        insert into sms_consents (user_id, phone, action, source, wording, is_proved, said_at)
        select holder.user_id, ${inbound.from}, ${action}, 'text_message', ${inbound.text.slice(0, 1_000)}, holder.is_proved, ${new Date(now)}
        from (select user_id, coalesce(max(id) filter (where is_proved), 0) >
              coalesce(max(id) filter (where source = 'signed_out_everywhere'), 0) as is_proved
            from sms_consents where phone = ${inbound.from} and user_id is not null group by user_id
          union all select null, false where not exists
            (select from sms_consents where phone = ${inbound.from} and user_id is not null)) as holder`)
    }
    return meaning
  })
}
