import type pg from 'pg'
import { codeOf, hashOfCode } from '#features/gift-cards/codes.ts'
import { giftSoldLines } from '#features/ledger/ledger.ts'
import { DAY } from '#platform/duration.ts'
import type { Cents } from '#platform/money.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { insertPaidSale } from './sales.ts'
import { scenario } from './scenarios.ts'

interface Gift {
  buyerId: string
  from: string
  to: string
  cents: Cents
  message: string
  /** Milliseconds since 1970, UTC, as all instants here. */
  boughtAt: number
  /** Undefined for a card to print. */
  letter?: { email: string; dueAt: number }
  redeemed?: { by: string; at: number }
}

/**
 * Gift cards of the demo: one that Sam bought to print, one that was redeemed and is not used up, and one whose letter is due in twelve
 * days. Call after the lessons.
 * @param now milliseconds since 1970, UTC
 * @param sessionSecret computes the codes
 */
export async function insertGiftCards(
  client: pg.ClientBase,
  now: number,
  sessionSecret: string,
): Promise<void> {
  const { rows } = await client.query<{ id: string; name: string; email: string }>(
    `select p.id, p.full_name as name, p.email from profiles p
     where p.is_demo and p.user_type = 'student' and p.id <> $1 and exists (select from bookings where student_id = p.id)
     order by p.created_at, p.id limit 3`,
    [scenario.sam.id],
  )
  const [first, second, third] = rows
  await insertGift(client, sessionSecret, {
    buyerId: scenario.sam.id,
    from: 'Sam',
    to: 'Luis Rivera',
    cents: 10_000,
    message: 'Happy birthday, Dad. Choose a coach near you, and tell me how it went.',
    boughtAt: now - 6 * DAY,
  })
  if (!first || !second || !third) return
  await insertGift(client, sessionSecret, {
    buyerId: first.id,
    from: first.name,
    to: second.name,
    cents: 25_000,
    message: 'Thank you for all the rounds this year.',
    boughtAt: now - 20 * DAY,
    letter: { email: second.email, dueAt: now - 20 * DAY },
    redeemed: { by: second.id, at: now - 18 * DAY },
  })
  await insertGift(client, sessionSecret, {
    buyerId: third.id,
    from: third.name,
    to: 'Nora',
    cents: 17_500,
    message: 'For your first season.',
    boughtAt: now - DAY,
    letter: { email: 'nora@example.com', dueAt: now + 12 * DAY },
  })
}

async function insertGift(client: pg.ClientBase, sessionSecret: string, gift: Gift): Promise<void> {
  const { buyerId, from, to, cents, message, boughtAt, letter, redeemed } = gift
  const id = uuidV8(`demo gift card for ${to}`)
  const paymentId = uuidV8(`demo payment of a gift card for ${to}`)
  const lines = giftSoldLines(cents)
  await insertPaidSale(client, {
    paymentId,
    kind: 'gift_card',
    instructorId: null,
    studentId: buyerId,
    cents,
    at: boughtAt,
    lines,
  })
  const isDelivered = letter !== undefined && letter.dueAt <= boughtAt
  await client.query(
    `insert into gift_cards (id, payment_id, buyer_id, amount_cents, from_name, recipient_name, recipient_email, message, deliver_at,
       delivered_at, letters, code_hash, redeemed_by, redeemed_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      id,
      paymentId,
      buyerId,
      cents,
      from,
      to,
      letter?.email,
      message,
      letter && new Date(letter.dueAt),
      isDelivered ? new Date(letter.dueAt) : null,
      isDelivered ? 1 : 0,
      hashOfCode(codeOf({ env: { SESSION_SECRET: sessionSecret } }, id)),
      redeemed?.by,
      redeemed && new Date(redeemed.at),
      new Date(boughtAt),
    ],
  )
}
