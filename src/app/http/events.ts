import type { Context } from 'hono'
import { canSeeBooking } from '#features/bookings/policy.ts'
import { findLesson } from '#features/bookings/queries.ts'
import { findClipRow } from '#features/clips/access.ts'
import { maySubscribe, noticeFor } from '#features/messages/live-events.ts'
import { maySubscribeToWorkspace } from '#features/workspaces/queries.ts'
import { type Actor, asSeenBy } from '#platform/actor.ts'
import { recordActing } from '#platform/audit-log.ts'
import { UUID_PATTERN } from '#platform/uuid.ts'
import type { Services } from '#ports/services.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import type { RequestVariables } from './requests.ts'

const TOPICS_PER_STREAM = 20
/** A user has a few tabs on a few devices; a client beyond this limit is not a normal user. */
const STREAMS_PER_PERSON = 40
/** Several visitors can share an address, such as a clubhouse. */
const STREAMS_PER_ADDRESS = 100
/** The limit for all visitors of a process, so that a client with many addresses cannot take the streams of signed-in users. */
const STREAMS_OF_VISITORS = 5_000
const topicForm = new RegExp(
  `^(coach-slots|booking|user|notices|inbox|conversation|proposals|workspace|clips|clip):${UUID_PATTERN}$`,
)

const open = new WeakMap<Services, Map<string, number>>()
/** The open streams of this process, until it hangs up. */
const streams = new WeakMap<Services, Set<EventStream> | 'hung up'>()
/** Spreads reconnections, so that a thousand browsers do not return at the same instant. */
const BACK_WITHIN_MS = 2_000
/** The key under which all visitors are counted. */
const VISITORS = 'visitors'

/**
 * `GET /events?topic=coach-slots:{id}&topic=booking:{id}`: server-sent events. `ready` once the stream is open; `change` with a topic when
 * its subject changed (the client refetches it through the API, which checks access); `change` with `reconnected` when events may have been
 * missed; `notice` with JSON for data to append, such as a message.
 * `&age=1500` is the maximum age in milliseconds of the data the client shows: changes since then are sent after `ready`. The stream ends
 * with its session.
 */
export async function answerEvents(
  context: Context<{ Variables: RequestVariables }>,
  services: Services,
  actor: Actor | null,
): Promise<Response> {
  const topics = [...new Set(context.req.queries('topic') ?? [])]
  if (
    topics.length === 0 ||
    topics.length > TOPICS_PER_STREAM ||
    !topics.every((topic) => topicForm.test(topic))
  )
    return context.json({ code: 'bad_input', message: 'Name one to twenty topics.' }, 400)
  // A prospect views a demo coach's data, but receives notices for their own account.
  const seen = actor && asSeenBy(actor)
  for (const topic of topics)
    if (!(await mayListen(services, actor, topic)) && !(await mayListen(services, seen, topic)))
      return context.json({ code: 'not_found', message: 'There is no such topic.' }, 404)
  if (actor)
    for (const topic of topics)
      await recordActing(services.db, services.clock.now(), { actor, action: 'listen', target: topic })
  const leave = actor
    ? enter(services, [[actor.userId, STREAMS_PER_PERSON]])
    : enter(services, [
        [`address ${context.get('ip')}`, STREAMS_PER_ADDRESS],
        [VISITORS, STREAMS_OF_VISITORS],
      ])
  if (!leave) return context.json({ code: 'too_many', message: 'Too many lines are open.' }, 429)

  const unsubscribes: (() => void)[] = []
  const stream = openEventStream(() => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    leave()
    const ours = streams.get(services)
    if (ours !== 'hung up') ours?.delete(stream)
  })
  const others = streams.get(services) ?? new Set()
  if (others === 'hung up') {
    stream.close(comeBack())
    return stream.response
  }
  streams.set(services, others.add(stream))
  for (const topic of topics)
    unsubscribes.push(
      services.realtime.subscribe(topic, (announced) => pass(services, stream, seen, announced)),
    )
  if (actor) unsubscribes.push(endWithSession(services, stream, actor, context.req.header('cookie') ?? ''))
  stream.send('ready', '')
  const age = Number(context.req.query('age'))
  if (age > 0)
    for (const topic of topics) if (services.realtime.mayHaveChanged(topic, age)) stream.send('change', topic)
  return stream.response
}

/** Before shutdown: closes all streams and asks the clients to reconnect soon, to another process or to the successor of this one. */
export function hangUpStreams(services: Services): void {
  const ours = streams.get(services)
  streams.set(services, 'hung up')
  if (ours !== 'hung up') for (const stream of [...(ours ?? [])]) stream.close(comeBack())
}

const comeBack = () => Math.round(100 + Math.random() * BACK_WITHIN_MS)

/** Forwards an announcement, preserving the order. */
function pass(services: Services, stream: EventStream, actor: Actor | null, announced: string) {
  const blank = announced.indexOf(' ')
  if (blank < 0) return stream.send('change', announced === '' ? 'reconnected' : announced)
  stream.sendLater('notice', async () =>
    actor ? await noticeFor(services.db, actor.userId, announced.slice(blank + 1)) : null,
  )
}

/** Closes the stream when the session no longer belongs to the actor: signed out, expired, suspended, or a changed role. */
function endWithSession(services: Services, stream: EventStream, actor: Actor, cookie: string) {
  const check = async () => {
    const now = await services.sessions.findActor(new Headers({ cookie })).catch(() => null)
    const isSame =
      now?.userId === actor.userId &&
      now.role === actor.role &&
      now.impersonatedBy === actor.impersonatedBy &&
      now.demoCoach?.userId === actor.demoCoach?.userId
    if (!isSame) stream.close()
  }
  const unsubscribes = [actor.userId, actor.impersonatedBy].flatMap((id) =>
    id ? [services.realtime.subscribe(`session:${id}`, check)] : [],
  )
  // An impersonation expires without an announcement.
  const over = actor.actingUntil === undefined ? null : actor.actingUntil - services.clock.now()
  const timer = over === null ? undefined : setTimeout(() => stream.close(), Math.max(0, over))
  // The session may have ended while the topics were checked.
  void check()
  return () => {
    clearTimeout(timer)
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

/**
 * Counts open streams under several keys. @param limits the keys, with the maximum of each
 * @returns a function to call when the stream closes; null if a limit is exceeded
 */
function enter(
  services: Services,
  limits: readonly (readonly [key: string, atMost: number])[],
): (() => void) | null {
  const counts = open.get(services) ?? new Map<string, number>()
  open.set(services, counts)
  if (limits.some(([key, atMost]) => (counts.get(key) ?? 0) >= atMost)) return null
  for (const [key] of limits) counts.set(key, (counts.get(key) ?? 0) + 1)
  return () => {
    for (const [key] of limits) {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    }
  }
}

async function mayListen(services: Services, actor: Actor | null, topic: string): Promise<boolean> {
  const [kind, id = ''] = topic.split(':')
  if (kind === 'coach-slots') return true
  if (!actor) return false
  if (kind === 'user' || kind === 'notices' || kind === 'proposals' || kind === 'clips')
    return actor.userId === id
  if (kind === 'inbox' || kind === 'conversation') return await maySubscribe(services.db, actor.userId, topic)
  if (kind === 'workspace') return await maySubscribeToWorkspace(services.db, actor, id)
  if (kind === 'clip') return (await findClipRow(services.db, actor.userId, id)) !== null
  const lesson = await findLesson(services.db, id)
  return lesson !== null && canSeeBooking(actor, lesson)
}
