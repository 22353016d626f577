import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'
import type { StillTrue } from '#platform/message-kind.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { PushRefused, type PushTarget } from '#ports/push/push.ts'
import type { Services } from '#ports/services.ts'
import { checkBeforeSending } from './check-before-sending.ts'
import { logSkipped, sendOnce } from './delivery-log.ts'
import { type PushJob, sendPush } from './jobs.ts'
import { listPushTargets } from './push-subscriptions.ts'
import { maySendAt } from './quiet-hours.ts'
import { readQuietHours } from './quiet-hours-setting.ts'
import { pushSubscriptions } from './tables.ts'
import { fillText, shortWords } from './template.ts'

/** The maximum number of browsers per person; beyond it the oldest subscription is removed. */
const DEVICES_PER_PERSON = 10

/**
 * Subscribes a browser. If it was subscribed by another account before, it is reassigned.
 * @param sessionId the session of the browser
 * @throws AppError bad_endpoint for an endpoint of an unknown push service; push_unavailable if no keys are
 *   configured
 */
export async function subscribeToPush(
  { db, clock, push }: Services,
  actor: Pick<Actor, 'userId'>,
  input: PushTarget & { device: string },
  sessionId: string | null,
): Promise<void> {
  if (!push) throw new AppError('unavailable', 'push_unavailable', 'Notifications are not set up yet.')
  if (!push.accepts(input.endpoint))
    throw new AppError('bad_input', 'bad_endpoint', 'This browser uses a push service that we do not know.')
  const { endpoint, p256dh, auth, device } = input
  const { userId } = actor
  const target = { userId, sessionId, p256dh, auth, device: device.slice(0, 200), createdAt: clock.now() }
  await db
    .insert(pushSubscriptions)
    .values({ endpoint, ...target })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: target })
  const older = db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), asc(pushSubscriptions.id))
    .offset(DEVICES_PER_PERSON)
  await db.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, older))
}

/** Unsubscribes a browser: the current one by its endpoint, or any of the person's by its id. */
export async function unsubscribeFromPush(
  { db }: Pick<Services, 'db'>,
  actor: Pick<Actor, 'userId'>,
  which: { endpoint: string } | { id: string },
): Promise<void> {
  const one =
    'id' in which ? eq(pushSubscriptions.id, which.id) : eq(pushSubscriptions.endpoint, which.endpoint)
  await db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.userId, actor.userId), one))
}

/**
 * Sends a notification to every subscribed browser of a person and logs it; expired subscriptions are
 * deleted. During quiet hours it is rescheduled.
 * @throws the push service's error if no browser could be reached and a retry may help
 */
export async function deliverPush(services: Services, job: PushJob): Promise<void> {
  const { db, push, clock } = services
  const targets = push ? await listPushTargets(db, job.userId) : []
  if (!push || targets.length === 0) return
  const goesAt = maySendAt(clock.now(), await readQuietHours(services, db, job.userId))
  if (goesAt > clock.now()) {
    const id = uuidV8(`push:${job.key}:${goesAt}`)
    return await services.jobs.send(db, sendPush, job, { id, notBefore: goesAt })
  }
  const checked = await checkBeforeSending(services, { ...job, channel: 'push' })
  const { title, body } = currentWords(job, checked)
  const started = sql`
    insert into push_logs (dedupe_key, user_id, kind, title, status)
    values (${job.key}, ${job.userId}, ${job.kind}, ${title}, 'sending')`
  if (checked.why !== null) return await logSkipped(db, 'push_logs', started, job.key, checked.why)
  // The tag prevents a browser from showing a notification twice after a retry.
  const payload = JSON.stringify({ title, body, href: job.href, tag: uuidV8(job.key) })
  await sendOnce(db, 'push_logs', job.key, started, async () => {
    const results = await Promise.allSettled(
      targets.map(async (target) => {
        const outcome = await push.send(target, { key: job.key, payload })
        if (outcome === 'gone') await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, target.id))
        return outcome
      }),
    )
    const isSomewhere = results.some((result) => result.status === 'fulfilled' && result.value === 'sent')
    // If it was shown on at least one device, it is not retried, because it would be repeated there.
    if (isSomewhere) return null
    const errors = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason)
    // One error that may be temporary is enough for a retry.
    const failed = errors.find((error) => !(error instanceof PushRefused)) ?? errors[0]
    if (failed) throw failed
    return null
  })
}

/** Title and body with the values of the moment at which they are sent. */
function currentWords({ title, body, template, variables }: PushJob, { variables: current }: StillTrue) {
  if (!template || !current) return { title, body }
  const values = { ...variables, ...current }
  return shortWords({ title: fillText(template.title, values), body: fillText(template.body, values) })
}
