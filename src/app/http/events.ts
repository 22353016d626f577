import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { canSeeBooking } from '#features/bookings/policy.ts'
import { findLesson } from '#features/bookings/queries.ts'
import type { Actor } from '#platform/actor.ts'
import type { Services } from '#ports/services.ts'

const TOPICS_PER_STREAM = 10
const HEARTBEAT_MS = 20_000
const topicForm = /^(coach-slots|booking|user|notices):[0-9a-f-]{36}$/

/**
 * `GET /events?topic=coach-slots:{id}&topic=booking:{id}`: server-sent events that say only that something changed;
 * what it is now is asked for through the API, with its own checks.
 */
export async function answerEvents(
  context: Context,
  services: Services,
  actor: Actor | null,
): Promise<Response> {
  const topics = [...new Set(context.req.queries('topic') ?? [])]
  if (
    topics.length === 0 ||
    topics.length > TOPICS_PER_STREAM ||
    !topics.every((topic) => topicForm.test(topic))
  )
    return context.json({ code: 'bad_input', message: 'Name one to ten topics.' }, 400)
  for (const topic of topics)
    if (!(await mayListen(services, actor, topic)))
      return context.json({ code: 'not_found', message: 'There is no such topic.' }, 404)
  context.header('x-accel-buffering', 'no')
  return streamSSE(context, async (stream) => {
    let wake: (() => void) | undefined
    const waiting: string[] = []
    const unsubscribes = topics.map((topic) =>
      services.realtime.subscribe(topic, (changed) => {
        waiting.push(changed === '' ? 'reconnected' : changed)
        wake?.()
      }),
    )
    stream.onAbort(() => wake?.())
    await stream.writeSSE({ event: 'ready', data: '' })
    while (!stream.aborted) {
      const heard = new Promise<void>((done) => {
        wake = done
      })
      if (waiting.length === 0) await Promise.race([heard, stream.sleep(HEARTBEAT_MS)])
      if (stream.aborted) break
      const changes = new Set(waiting.splice(0))
      if (changes.size === 0) await stream.writeSSE({ event: 'heartbeat', data: '' })
      for (const topic of changes) await stream.writeSSE({ event: 'change', data: topic })
    }
    for (const unsubscribe of unsubscribes) unsubscribe()
  })
}

async function mayListen(services: Services, actor: Actor | null, topic: string): Promise<boolean> {
  const [kind, id = ''] = topic.split(':')
  if (kind === 'coach-slots') return true
  if (!actor) return false
  if (kind === 'user' || kind === 'notices') return actor.userId === id
  const lesson = await findLesson(services.db, id)
  return lesson !== null && canSeeBooking(actor, lesson)
}
