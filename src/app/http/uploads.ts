import type { Context } from 'hono'
import { z } from 'zod'
import { type Actor, asSeenBy, type Role } from '#platform/actor.ts'
import { recordActing } from '#platform/audit-log.ts'
import type { Refused } from '#platform/errors.ts'
import { onlyLooking, toApiError } from '#platform/procedures.ts'
import { isUuid } from '#platform/uuid.ts'
import type { ByteRange } from '#ports/files/files.ts'
import type { Services } from '#ports/services.ts'

/** Upload and download of users' files. */

/** An error response in the API's format. */
export const fileProblem = (
  c: Context,
  status: 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429,
  code: string,
  message: string,
) => c.json({ code, message }, status)

/** Records file access by an admin who impersonates a user. */
export const recordFile = (services: Services, actor: Actor, c: Context) =>
  recordActing(services.db, services.clock.now(), {
    actor,
    action: 'file',
    target: `${c.req.method} ${c.req.path}`,
  })

/** Refuses uploads during a read-only impersonation; null if the upload is allowed. */
export function refuseLooking(c: Context, actor: Actor | null): Response | null {
  if (!actor?.impersonatedBy || actor.mayAct) return null
  const { reason, userMessage } = onlyLooking()
  return fileProblem(c, 403, reason, userMessage)
}

/** The query parameters of every upload: its UUID, which makes retries idempotent, and the id of its user. */
const uploadQuerySchema = z.object({ id: z.uuid().optional(), by: z.string().optional() })
type UploadQuery = z.output<typeof uploadQuerySchema>

interface Upload<Query extends UploadQuery, Reason extends string, Taken extends object> {
  roles: readonly Role[]
  /** Set if the upload has further query parameters. */
  query?: z.ZodType<Query>
  take(
    actor: Actor,
    body: ReadableStream<Uint8Array>,
    query: Query & { clientId: string | null },
  ): Promise<({ ok: true } & Taken) | Refused<Reason>>
  present(taken: Taken): object
  texts: Record<NoInfer<Reason>, string> & { empty: string }
  /** The default is 422. */
  statuses: Partial<Record<NoInfer<Reason>, 409 | 413 | 429>>
}

/** Receives an uploaded file in the request body, after checking access, and sends the result. */
export async function answerUpload<Reason extends string, Taken extends object, Query extends UploadQuery>(
  c: Context,
  services: Services,
  upload: Upload<Query, Reason, Taken>,
): Promise<Response> {
  const actor = await services.sessions.findActor(c.req.raw.headers)
  if (!actor) return fileProblem(c, 401, 'not_signed_in', 'Please sign in first.')
  if (!upload.roles.includes(actor.role))
    return fileProblem(c, 403, 'not_allowed', 'Your account cannot do this.')
  const schema = upload.query ?? (uploadQuerySchema as unknown as z.ZodType<Query>)
  const read = schema.safeParse(c.req.query())
  if (!read.success) return fileProblem(c, 400, 'bad_input', 'That does not look right.')
  const { id, by } = read.data
  // A queued upload must not be sent by another user who has signed in to the same browser since.
  if (by && by !== actor.userId) return fileProblem(c, 401, 'not_signed_in', 'Please sign in first.')
  return await takeBody(c, services, actor, upload.texts.empty, async (body) => {
    const taken = await upload.take(actor, body, { ...read.data, clientId: id ?? null })
    if (taken.ok) return c.json(upload.present(taken), 201)
    return fileProblem(c, upload.statuses[taken.reason] ?? 422, taken.reason, upload.texts[taken.reason])
  })
}

/**
 * Hands the body of a request to a command: not during a read-only impersonation, and never without a body. Errors are sent in the API's format.
 * @param empty the message for a request without a body
 */
export async function takeBody(
  c: Context,
  services: Services,
  actor: Actor,
  empty: string,
  take: (body: ReadableStream<Uint8Array>) => Promise<Response>,
): Promise<Response> {
  await recordFile(services, actor, c)
  const looking = refuseLooking(c, actor)
  if (looking) return looking
  const body = c.req.raw.body
  if (!body) return fileProblem(c, 400, 'empty', empty)
  try {
    return await take(body)
  } catch (error) {
    const failure = toApiError(error, (err) => services.log.error({ err }, 'an upload failed'))
    return c.json({ code: failure.code, message: failure.message }, { status: failure.status as 500 })
  }
}

/**
 * Sends a file to a user who has access to it.
 * @param id the id of the object the file belongs to
 * @param find returns the file if the user has access to it; null otherwise, and for missing objects
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
  return answer ?? fileProblem(c, 404, 'no_such_file', 'There is no such file.')
}

/**
 * Sends a stored file or the requested range of it. The caller must have checked access.
 * @returns null if the file does not exist
 */
async function answerFile(
  c: Context,
  services: Pick<Services, 'files'>,
  found: { key: string; file: { type: string; bytes: number } },
): Promise<Response | null> {
  const range = readRange(c.req.header('range'), found.file.bytes)
  if (range === 'outside') return c.body(null, 416, { 'content-range': `bytes */${found.file.bytes}` })
  const opened = await services.files.open(found.key, range ?? undefined)
  if (!opened) return null
  const length = range ? range.end - range.start + 1 : opened.bytes
  return c.body(opened.body, range ? 206 : 200, {
    'content-type': found.file.type,
    'content-length': String(length),
    'accept-ranges': 'bytes',
    // The file never changes; private, because shared caches must not store it.
    'cache-control': 'private, max-age=86400, immutable',
    'content-disposition': 'inline',
    'cross-origin-resource-policy': 'same-origin',
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${opened.bytes}` } : {}),
  })
}

/** Parses a single byte range, as media players send it. For several ranges or invalid ones, the whole file is sent. */
function readRange(header: string | undefined, bytes: number): ByteRange | 'outside' | null {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!asked || (!asked[1] && !asked[2])) return null
  const start = asked[1] ? Number(asked[1]) : Math.max(0, bytes - Number(asked[2]))
  const end = asked[1] && asked[2] ? Math.min(Number(asked[2]), bytes - 1) : bytes - 1
  return start > end ? 'outside' : { start, end }
}
