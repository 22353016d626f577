import { randomUUID } from 'node:crypto'
import { closeOf, readClosing } from '#features/accounts/account-deletion/commands.ts'
import { suspensionActs } from '#features/accounts/admin-acts/suspension.ts'
import type { PromisesOfSuspended } from '#features/accounts/events.ts'
import type { Actor } from '#platform/actor.ts'
import { MINUTE } from '#platform/duration.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { giveRole } from './people.ts'

type State = 'open' | 'suspended' | 'closed'

/** An unbooked lesson of a package, and for how long it could have been booked. */
interface Unused {
  usableMs: number
  expiresAt: number
}

/** Tracks the account states of a sequence's coach and students, and the rules of each state. */
export async function openOwnerStates(
  services: Services,
  { coachId, students }: { coachId: string; students: readonly string[] },
) {
  const pool = services.db.$client
  const admin = await addAdmin(services)
  const states = new Map<string, State>([coachId, ...students].map((userId) => [userId, 'open']))
  const unused = new Map<string, Unused>()
  let seenAt = services.clock.now()
  let sharesOfSuspended: number | null = null
  const wrong: string[] = []

  const isOpen = (userId: string) => states.get(userId) === 'open'
  const run = async (act: 'suspend' | 'suspend-and-refund' | 'lift', userId: string) =>
    await services.db.transaction((tx) =>
      suspensionActs[act].run(services, tx, [userId], { actor: admin, reason: 'Ticket 4711 of the model' }),
    )

  /** A person's commitments: upcoming lessons and unbooked lessons of packages. */
  async function promised(userId: string): Promise<{ lessons: number; credits: number }> {
    const { rows } = await pool.query<{ lessons: number; credits: number }>(
      `select (select count(*)::int from bookings where (instructor_id = $1 or student_id = $1) and status = 'confirmed'
           and lesson_date > current_instant()) as lessons,
         (select count(*)::int from lesson_packages k join lesson_credits c on c.package_id = k.id
           where (k.instructor_id = $1 or k.student_id = $1) and c.status = 'available' and k.ended_at is null
             and not exists (select from payment_disputes d where d.payment_id = k.payment_id and d.source = 'card_network'
               and d.bank_outcome is null)) as credits`,
      [userId],
    )
    return rows[0] ?? { lessons: 0, credits: 0 }
  }

  async function sharesSent(): Promise<number> {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from payouts where instructor_id = $1 and status = 'sent'`,
      [coachId],
    )
    return rows[0]?.n ?? 0
  }

  async function suspend(userId: string, promises: PromisesOfSuspended) {
    if (!isOpen(userId)) return
    const before = await promised(userId)
    await run(promises === 'cancel' ? 'suspend-and-refund' : 'suspend', userId)
    states.set(userId, 'suspended')
    if (userId === coachId) sharesOfSuspended = await sharesSent()
    const after = await promised(userId)
    const expected = promises === 'cancel' ? { lessons: 0, credits: 0 } : before
    if (JSON.stringify(after) !== JSON.stringify(expected))
      wrong.push(`suspended with '${promises}', ${JSON.stringify(before)} became ${JSON.stringify(after)}`)
  }

  async function lift(userId: string) {
    if (states.get(userId) !== 'suspended') return
    const before = await promised(userId)
    await run('lift', userId)
    states.set(userId, 'open')
    if (userId === coachId) sharesOfSuspended = null
    const after = await promised(userId)
    if (JSON.stringify(after) !== JSON.stringify(before))
      wrong.push(`lifted, ${JSON.stringify(before)} became ${JSON.stringify(after)}`)
  }

  /** Closes an account, by its owner or, if it is suspended, by an admin. Does nothing if closing is blocked. */
  async function close(userId: string) {
    if (states.get(userId) === 'closed') return
    const { refundCents } = await readClosing(services, userId, 'owner')
    try {
      const closing = { expectedRefundCents: refundCents, reader: 'owner' } as const
      await services.db.transaction((tx) => closeOf(services, tx, userId, closing))
    } catch (error) {
      if (error instanceof AppError && error.code === 'conflict' && error.reason !== 'closing_changed') return
      throw error
    }
    states.set(userId, 'closed')
    if (userId === coachId) sharesOfSuspended = null
    const { lessons, credits } = await promised(userId)
    if (lessons + credits > 0) wrong.push(`closed with ${lessons} lessons to come and ${credits} credits`)
  }

  /**
   * Call after each step: checks its bookings, payouts and expired credits.
   * @param booked the student of the lesson that the step booked, if any
   */
  async function follow(booked: { studentId: string } | null): Promise<string[]> {
    if (booked && !(isOpen(coachId) && isOpen(booked.studentId)))
      wrong.push('a lesson was booked with an account that is not open')
    if (sharesOfSuspended !== null && (await sharesSent()) > sharesOfSuspended)
      wrong.push('a suspended coach was paid')
    await followCredits()
    return wrong.splice(0)
  }

  /**
   * Checks that an ended package retains no money for a lesson that could not be booked for at least a minute, unless its student ended
   * it.
   */
  async function followCredits() {
    const { rows } = await pool.query<{
      id: string
      position: number
      status: string
      student: string
      expires: number
      kept: number
      reason: string | null
    }>(
      `select k.id, c.position, c.status, k.student_id as student, extract(epoch from k.expires_at)::float8 * 1000 as expires,
         coalesce(k.kept_cents, 0) as kept, k.end_reason as reason
       from lesson_packages k join lesson_credits c on c.package_id = k.id where k.instructor_id = $1`,
      [coachId],
    )
    const now = services.clock.now()
    for (const { id, position, status, student, expires, kept, reason } of rows) {
      const key = `${id} ${position}`
      const known = unused.get(key)
      if (known && wereOpen(student)) known.usableMs += Math.max(0, Math.min(now, known.expiresAt) - seenAt)
      if (status === 'available')
        unused.set(key, { usableMs: known?.usableMs ?? 0, expiresAt: Math.round(expires) })
      else {
        unused.delete(key)
        const isChosen = reason === 'student' && wereOpen(student)
        if (status === 'ended' && known && kept > 0 && known.usableMs < MINUTE && !isChosen)
          wrong.push(
            `a lesson that could never be booked is lost: the package ended as '${reason}', ${kept} is kept`,
          )
      }
    }
    seenAt = now
    before = new Map(states)
  }
  let before = new Map(states)
  /** Until the current step. */
  const wereOpen = (studentId: string) => before.get(coachId) === 'open' && before.get(studentId) === 'open'

  return { isOpen, suspend, lift, close, follow, all: [...states.keys()] }
}

async function addAdmin({ db }: Services): Promise<Actor> {
  const userId = randomUUID()
  await db.$client.query(
    `insert into profiles (id, full_name, email, user_type) values ($1, 'Avery Quinn', $2, 'student')`,
    [userId, `${userId}@admins.test`],
  )
  await giveRole(db.$client, userId, 'admin')
  return { userId, role: 'admin', fullName: 'Avery Quinn', email: `${userId}@admins.test` }
}
