import type pg from 'pg'
import { type Books, demoAccount } from './books.ts'
import { insert } from './insert.ts'
import type { Lesson, MoveRow, NoteRow, WeeklyRow } from './rows.ts'

/** Writes the books of the demo's lessons: every transaction of theirs sums to nothing, or none is written. */
export async function insertBooks(client: pg.ClientBase, books: Books): Promise<void> {
  const { transactions, lines, refunds, payouts } = books
  await insert(
    client,
    'ledger_transactions',
    { id: 'uuid', business_key: 'text', kind: 'text', booking_id: 'uuid', occurred_at: 'instant' },
    transactions,
  )
  await insert(
    client,
    'ledger_lines',
    { transaction_id: 'uuid', account: 'text', amount_cents: 'integer' },
    lines,
  )
  await insert(
    client,
    'payment_refunds',
    {
      id: 'uuid',
      payment_id: 'uuid',
      booking_id: 'uuid',
      business_key: 'text',
      amount_cents: 'integer',
      reason: 'text',
      status: 'text',
      provider_refund_id: 'text',
      requested_at: 'instant',
      sent_at: 'instant',
    },
    refunds,
  )
  await insertAccounts(client, payouts)
  await insert(
    client,
    'payouts',
    {
      id: 'uuid',
      booking_id: 'uuid',
      instructor_id: 'uuid',
      due_at: 'instant',
      status: 'text',
      amount_cents: 'integer',
      provider_account_id: 'text',
      provider_transfer_id: 'text',
      sent_at: 'instant',
    },
    payouts,
  )
}

/** Coaches who were paid have an account at the local processor, and it knows what was sent to them. */
async function insertAccounts(client: pg.ClientBase, payouts: Books['payouts']) {
  const sent = payouts.filter(({ status }) => status === 'sent')
  const coaches = [...new Set(sent.map(({ instructor_id }) => instructor_id))]
  await insert(
    client,
    'payout_accounts',
    { instructor_id: 'uuid', provider_account_id: 'text', status: 'text' },
    coaches.map((id) => ({ instructor_id: id, provider_account_id: demoAccount(id), status: 'active' })),
  )
  await insert(
    client,
    'local_vendor.accounts',
    { id: 'text', idempotency_key: 'text', email: 'text' },
    coaches.map((id) => ({
      id: demoAccount(id),
      idempotency_key: `demo ${id}`,
      email: `${id}@greenside.demo`,
    })),
  )
  await insert(
    client,
    'local_vendor.transfers',
    {
      id: 'text',
      idempotency_key: 'text',
      account_id: 'text',
      amount_cents: 'integer',
      created_at: 'instant',
    },
    sent.map((payout) => ({
      id: payout.provider_transfer_id,
      idempotency_key: payout.id,
      account_id: payout.provider_account_id,
      amount_cents: payout.amount_cents,
      created_at: payout.sent_at,
    })),
    "payment_intent_id='none'",
  )
}

/** Writes what belongs to some lessons: weekly ones, times they were moved, notes of coaches, problems that were reported. */
export async function insertStories(client: pg.ClientBase, lessons: readonly Lesson[]): Promise<void> {
  await insert<MoveRow>(
    client,
    'lesson_moves',
    {
      booking_id: 'uuid',
      moved_by: 'uuid',
      moved_as: 'text',
      from_start: 'instant',
      to_start: 'instant',
      moved_at: 'instant',
    },
    lessons.flatMap(({ moves }) => moves ?? []),
  )
  await insert<NoteRow>(
    client,
    'lesson_notes',
    { booking_id: 'uuid', instructor_id: 'uuid', student_id: 'uuid', note: 'text', created_at: 'instant' },
    lessons.flatMap(({ note }) => note ?? []),
  )
  await insert<WeeklyRow>(
    client,
    'series_lessons',
    { booking_id: 'uuid', series_id: 'uuid', position: 'integer', lessons: 'integer' },
    lessons.flatMap(({ weekly }) => weekly ?? []),
  )
  for (const { problem } of lessons) {
    if (!problem) continue
    await client.query(
      `insert into payment_disputes (booking_id, payment_id, student_id, instructor_id, status, dispute_reason,
         dispute_details, payment_amount, lesson_title, student_name, student_email, instructor_name, instructor_email,
         created_at, updated_at)
       select b.id, p.id, b.student_id, b.instructor_id, $2, $3, $4, $5, b.lesson_title, s.full_name, s.email,
         c.full_name, c.email, to_timestamp($6::float8 / 1000), to_timestamp($6::float8 / 1000)
       from bookings b join payments p on p.booking_id = b.id join profiles s on s.id = b.student_id
       join profiles c on c.id = b.instructor_id where b.id = $1`,
      [
        problem.booking_id,
        problem.status,
        problem.dispute_reason,
        problem.dispute_details,
        problem.payment_amount,
        problem.created_at,
      ],
    )
  }
}
