import { asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import { doEach } from '#platform/each-item.ts'
import { AppError } from '#platform/errors.ts'
import { CustomerGone, PaymentRefused, PaymentsUnavailable } from '#ports/payments/payments.ts'
import type { Services } from '#ports/services.ts'
import { paymentCustomers } from '../tables.ts'
import { deleteCustomersJob } from './jobs.ts'
import { mayUseCards } from './policy.ts'
import { findCustomerId, presentCard } from './queries.ts'
import type { SavedCardView } from './schema.ts'
import { endCustomerOf } from './statement.ts'

type Payer = Pick<Actor, 'userId' | 'email' | 'role' | 'impersonatedBy' | 'token'>
type Uses = Pick<Services, 'db' | 'payments' | 'log'>

/** How many ended customers a run deletes. */
const AT_ONCE = 100

/**
 * Runs `call` with the payer's customer at the processor, which is created for the first checkout. When the processor no
 * longer knows the customer, `call` runs again with a new one. When none can be created, for instance with a key that may
 * not, `call` runs without one: the lesson can be paid, and only the card is not kept.
 * @param payer null when people other than the payer can open the checkout; then there is no customer. Only students have one, who
 *   see their cards in the settings
 * @throws PaymentRefused, PaymentsUnavailable
 */
export async function withCustomer<T>(
  services: Uses,
  payer: Payer | null,
  call: (customerId: string | null) => Promise<T>,
): Promise<T> {
  if (payer?.role !== 'student' || !mayUseCards(payer)) return await call(null)
  try {
    return await call(await ensureCustomer(services, payer))
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error
    await endCustomer(services, payer.userId, error.customerId)
    return await call(await ensureCustomer(services, payer))
  }
}

async function ensureCustomer(services: Uses, payer: Payer): Promise<string | null> {
  try {
    return await findOrCreateCustomer(services, payer)
  } catch (error) {
    if (error instanceof CustomerGone) throw error
    if (!(error instanceof PaymentRefused || error instanceof PaymentsUnavailable)) throw error
    services.log.warn(
      { err: error, userId: payer.userId },
      'a checkout has no customer: no card is offered or kept',
    )
    return null
  }
}

/** Two checkouts at once use the same row and thereby the same key. */
async function findOrCreateCustomer(
  { db, payments }: Uses,
  { userId, email }: Pick<Payer, 'userId' | 'email'>,
): Promise<string | null> {
  const find = async () => {
    const [row] = await db.select().from(paymentCustomers).where(eq(paymentCustomers.userId, userId))
    return row
  }
  let row = await find()
  if (!row) {
    // Raw: an insert from a select. The lock waits for a transaction that closes the account.
    await db.execute(sql`
      insert into payment_customers (user_id) select id from profiles where id = ${userId}::uuid and closed_at is null for share
      on conflict (user_id) do nothing`)
    row = await find()
  }
  if (!row) return null
  if (row.customerId && row.email === email) return row.customerId
  const customerId = row.customerId ?? (await payments.createCustomer({ key: row.id })).customerId
  await payments.updateCustomer({ customerId, email })
  // Also when it ended meanwhile, so that the job deletes it.
  await db
    .update(paymentCustomers)
    .set({ customerId, email: sql`case when ${paymentCustomers.userId} is null then null else ${email} end` })
    .where(eq(paymentCustomers.id, row.id))
  return customerId
}

async function endCustomer({ db }: Pick<Services, 'db'>, userId: string, customerId: string): Promise<void> {
  await db.execute(sql`${endCustomerOf(userId)} and customer_id = ${customerId}`)
}

/**
 * The cards that the processor keeps for a student.
 * @throws AppError cards_unavailable when the processor does not answer
 */
export async function listSavedCards(
  services: Pick<Services, 'db' | 'payments' | 'clock'>,
  userId: string,
): Promise<SavedCardView[]> {
  const customerId = await findCustomerId(services.db, userId)
  if (!customerId) return []
  const cards = await orUnavailable(services.payments.listCards(customerId))
  if (!cards) await endCustomer(services, userId, customerId)
  return (cards ?? []).map((card) => presentCard(card, services.clock.now()))
}

/**
 * Removes a card at the processor.
 * @throws AppError no_such_card, also for a card of another account; cards_unavailable
 */
export async function removeSavedCard(
  services: Pick<Services, 'db' | 'payments'>,
  userId: string,
  cardId: string,
): Promise<void> {
  const customerId = await findCustomerId(services.db, userId)
  const removed = customerId
    ? await orUnavailable(services.payments.removeCard({ customerId, cardId }))
    : 'unknown'
  if (removed === 'unknown') throw new AppError('not_found', 'no_such_card', 'This card is no longer saved.')
}

async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error
    throw new AppError(
      'unavailable',
      'cards_unavailable',
      'The payment processor does not answer right now. Nothing was changed. Please try again in a minute.',
      { cause: error },
    )
  }
}

/** Deletes ended customers at the processor. While it does not answer, they wait for the next run. */
export async function deleteEndedCustomers(
  services: Pick<Services, 'db' | 'payments' | 'clock' | 'log'>,
): Promise<void> {
  const { db, payments } = services
  const ended = await db
    .select({ id: paymentCustomers.id, customerId: paymentCustomers.customerId })
    .from(paymentCustomers)
    .where(isNotNull(paymentCustomers.endedAt))
    .orderBy(asc(paymentCustomers.endedAt), paymentCustomers.id)
    .limit(AT_ONCE)
  await doEach(services, {
    name: deleteCustomersJob.name,
    items: ended,
    idOf: ({ id }) => id,
    async work({ id, customerId }) {
      // Without an id, its creation may have succeeded while the answer was lost: the key returns that customer.
      await payments.deleteCustomer(customerId ?? (await payments.createCustomer({ key: id })).customerId)
      await db.delete(paymentCustomers).where(eq(paymentCustomers.id, id))
    },
    stopsAt: (error) => error instanceof PaymentsUnavailable,
  })
}
