import type { Context } from 'hono'
import { z } from 'zod'
import { type Actor, asSeenBy, type Role } from '#platform/actor.ts'
import { recordActing } from '#platform/audit-log.ts'
import type { Refused } from '#platform/errors.ts'
import { onlyLooking, toApiError } from '#platform/procedures.ts'
import { isUuid } from '#platform/uuid.ts'
import type { Services } from '#ports/services.ts'
import { answerFile } from './stored-file.ts'

/** Files of people: how their bytes come, and how they go out to those who may have them. */

/** What went wrong with a file, as the API says it. */
export const problem = (
  c: Context,
  status: 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429,
  code: string,
  message: string,
) => c.json({ code, message }, status)

/** An admin who looks with somebody's eyes leaves a trace. */
export const recordFile = (services: Services, actor: Actor, c: Context) =>
  recordActing(services.db, services.clock.now(), {
    actor,
    action: 'file',
    target: `${c.req.method} ${c.req.path}`,
  })

/** The refusal of an admin who only looks and sends a file; null for everybody else. */
export function refuseLooking(c: Context, actor: Actor | null): Response | null {
  if (!actor?.impersonatedBy || actor.mayAct) return null
  const { reason, userMessage } = onlyLooking()
  return problem(c, 403, reason, userMessage)
}

/** What stands in the address of every upload: a UUID of its own, by which it is taken once, and whose it is. */
const uploadQuerySchema = z.object({ id: z.uuid().optional(), by: z.string().optional() })
type UploadQuery = z.output<typeof uploadQuerySchema>

interface Upload<Query extends UploadQuery, Reason extends string, Taken extends object> {
  roles: readonly Role[]
  /** When more stands in the address than the upload's id and whose it is. */
  query?: z.ZodType<Query>
  take(
    actor: Actor,
    body: ReadableStream<Uint8Array>,
    query: Query & { clientId: string | null },
  ): Promise<({ ok: true } & Taken) | Refused<Reason>>
  present(taken: Taken): object
  texts: Record<NoInfer<Reason>, string> & { empty: string }
  /** 422 where nothing is said. */
  statuses: Partial<Record<NoInfer<Reason>, 409 | 413 | 429>>
}

/** Takes a file that is the body of a request, from somebody who may send it, and answers with what became of it. */
export async function answerUpload<Reason extends string, Taken extends object, Query extends UploadQuery>(
  c: Context,
  services: Services,
  upload: Upload<Query, Reason, Taken>,
): Promise<Response> {
  const actor = await services.sessions.findActor(c.req.raw.headers)
  if (!actor) return problem(c, 401, 'not_signed_in', 'Please sign in first.')
  if (!upload.roles.includes(actor.role))
    return problem(c, 403, 'not_allowed', 'Your account cannot do this.')
  const schema = upload.query ?? (uploadQuerySchema as unknown as z.ZodType<Query>)
  const read = schema.safeParse(c.req.query())
  if (!read.success) return problem(c, 400, 'bad_input', 'That does not look right.')
  const { id, by } = read.data
  // What one person chose is not uploaded by whoever signed in to the same browser since.
  if (by && by !== actor.userId) return problem(c, 401, 'not_signed_in', 'Please sign in first.')
  await recordFile(services, actor, c)
  const looking = refuseLooking(c, actor)
  if (looking) return looking
  const body = c.req.raw.body
  if (!body) return problem(c, 400, 'empty', upload.texts.empty)
  try {
    const taken = await upload.take(actor, body, { ...read.data, clientId: id ?? null })
    if (taken.ok) return c.json(upload.present(taken), 201)
    return problem(c, upload.statuses[taken.reason] ?? 422, taken.reason, upload.texts[taken.reason])
  } catch (error) {
    const failure = toApiError(error, (err) => services.log.error({ err }, 'an upload failed'))
    return c.json({ code: failure.code, message: failure.message }, { status: failure.status as 500 })
  }
}

/**
 * Answers with a file to somebody who may have it.
 * @param id of what the file belongs to
 * @param find the file for the person who looks; null for strangers and for what is not there
 */
export async function answerOwnFile(
  c: Context,
  services: Services,
  id: string,
  find: (viewer: Actor) => Promise<Parameters<typeof answerFile>[2] | null>,
): Promise<Response> {
  const actor = await services.sessions.findActor(c.req.raw.headers)
  if (actor) await recordFile(services, actor, c)
  const found = actor && isUuid(id) ? await find(asSeenBy(actor)) : null
  const answer = found && (await answerFile(c, services, found))
  return answer ?? problem(c, 404, 'no_such_file', 'There is no such file.')
}
