import { ORPCError, os, ValidationError } from '@orpc/server'
import { type Actor, asSeenBy, type Role } from './actor.ts'
import { type Audit, auditOf } from './audit-log.ts'
import type { Clock } from './clock.ts'
import { constraintOf, isDatabaseDown, type Queryable } from './db.ts'
import { AppError, type ErrorCode, errorStatus } from './errors.ts'
import type { Logger } from './log.ts'

/** Who may call: the rungs of the one ladder every procedure starts from. */
export type Access = 'open' | 'signed-in' | 'student' | 'coach' | 'admin'

export interface RequestContext<Services> {
  services: Services
  actor: Actor | null
  log: Logger
  requestId: string
  /** The caller's address as far as we trust it, for limits. */
  ip: string
  request: Request
  /** Headers that the answer must carry, such as a session cookie. */
  answerHeaders: Headers
}

const roles: Record<Exclude<Access, 'open' | 'signed-in'>, Role[]> = {
  student: ['student'],
  coach: ['coach'],
  admin: ['admin'],
}

/** What a procedure declares about itself. */
export interface ProcedureMeta {
  /** What it reads may be a second old: a replica answers it, except to those who wrote something a moment ago. */
  mayLag?: boolean
  /** The rung it stands on. */
  access?: Access
  /** For the person alone: refused while an admin acts as them. Passwords, addresses, devices, numbers, money and leaving. */
  forPersonAlone?: boolean
  /** About one's own account, or one's own browser: a prospect calls it as themselves, to write as well, and not as the demo coach. */
  aboutOneself?: boolean
  /** Reads although it is no GET: what it is asked with is too long for an address. */
  changesNothing?: boolean
  /** What an access token must be allowed to do to call it; without one, no token calls it. `any`: whatever it is allowed. */
  scope?: string
  /** An admin who acts as somebody may always call it: signing out, and ending or widening the impersonation itself. */
  whileLooking?: boolean
}

/** What an admin calls while acting as somebody else is handed over before it runs; whoever throws there stops it. */
interface LadderOptions<Services> {
  /** Features that are about one's own account as a whole; see `aboutOneself`. */
  aboutOneself: readonly string[]
  recordActing: (
    context: RequestContext<Services> & { actor: Actor },
    call: { procedure: string; input: unknown },
  ) => Promise<void>
}

/** Builds the ladder. There is no procedure without a rung, and `meta.access` says which one it stands on. */
export function createLadder<Services extends { db: Queryable; clock: Clock; copy: Copy<Services> | null }>({
  recordActing,
  aboutOneself,
}: LadderOptions<Services>) {
  const base = os
    .$context<RequestContext<Services>>()
    .$meta<ProcedureMeta>({ access: 'admin' })
    .use(async ({ next, context, path }) => {
      try {
        return await next()
      } catch (error) {
        const failure = toApiError(error, (cause) =>
          context.log.error(
            { err: cause, procedure: path.join('.'), requestId: context.requestId },
            'request failed',
          ),
        )
        const wait = error instanceof AppError ? error.retryAfterSeconds : null
        if (wait !== null) context.answerHeaders.set('retry-after', String(wait))
        else if (failure.status === errorStatus.unavailable) context.answerHeaders.set('retry-after', '10')
        throw failure
      }
    })
    .use(async ({ next, context, procedure }) => {
      const { copy } = context.services
      if (!copy) return await next()
      const { meta, route } = (procedure as AnyDeclared)['~orpc']
      if (!isReadOnly(meta, route)) copy.noteWrite(context.answerHeaders)
      else if (meta.mayLag && copy.mayAnswer(context.request.headers)) {
        try {
          return await next({ context: { services: copy.services } })
        } catch (error) {
          if (!copy.isItsFault(error)) throw error
        }
      }
      return await next()
    })
  const callOf = (procedure: AnyDeclared, path: readonly string[]): Call => {
    const { meta, route } = procedure['~orpc']
    return {
      meta,
      isRead: isReadOnly(meta, route),
      isAboutOneself: meta.aboutOneself === true || aboutOneself.includes(path[0] ?? ''),
    }
  }
  const open = base.use(({ next, context, path, procedure }) => {
    const { actor } = context
    return next({ context: { actor: actor && admit(callOf(procedure, path), actor) } })
  })
  const signedInOnly = base.use(async ({ next, context, path, procedure }, input) => {
    const { actor } = context
    if (!actor) throw new AppError('not_signed_in', 'not_signed_in', 'Please sign in first.')
    if (actor.impersonatedBy) await recordActing({ ...context, actor }, { procedure: path.join('.'), input })
    return await next({ context: { actor: admit(callOf(procedure, path), actor) } })
  })
  // What people do is not recorded by itself here: a command records what an admin does to the lesson of two other people.
  const signedIn = signedInOnly.use(({ next, context, path }, input) => {
    const { services, actor, requestId } = context
    const audit: Audit = auditOf({ actor, target: path.join('.'), input, requestId }, () =>
      services.clock.now(),
    )
    return next({ context: { audit } })
  })
  const only = (access: keyof typeof roles) =>
    signedInOnly.meta({ access }).use(({ next, context }) => {
      if (!roles[access].includes(context.actor.role))
        throw new AppError('not_allowed', 'not_allowed', 'Your account cannot do this.')
      return next()
    })
  // What an admin changes is written down, by the command itself with what was and what is, or else by the rung when it is done.
  const admin = only('admin').use(async ({ next, context, path, procedure }, input) => {
    const { services, actor, requestId } = context
    const audit = auditOf({ actor, target: path.join('.'), input, requestId }, () => services.clock.now())
    const result = await next({ context: { audit } })
    if (!callOf(procedure, path).isRead && !audit.hasRecorded() && !isRefusal(result.output))
      await audit.record(services.db, {})
    return result
  })
  return {
    open: open.meta({ access: 'open' }),
    signedIn: signedIn.meta({ access: 'signed-in' }),
    student: only('student'),
    coach: only('coach'),
    admin,
  }
}

const isReadOnly = (meta: ProcedureMeta, route: { method?: string }) =>
  route.method === 'GET' || meta.changesNothing === true

/** A replica, and who may be answered from it. */
export interface Copy<Services> {
  /** As the others, with a database that is read from the replica. */
  services: Services
  /** Milliseconds that the replica is behind at most; null while it is not read from. */
  lagMs(): number | null
  /** Whether the replica is near enough, and whoever asks has not written a moment ago. */
  mayAnswer(headers: Headers): boolean
  /** Remembers, in the answer, that somebody wrote: with their own browser it comes to whichever process they ask next. */
  noteWrite(answer: Headers): void
  /** Whether the replica failed, so that the primary is asked instead. */
  isItsFault(error: unknown): boolean
}

/** `{ ok: false }`: nothing was changed. */
const isRefusal = (output: unknown) =>
  typeof output === 'object' && output !== null && 'ok' in output && output.ok === false

/** A procedure as the ladder reads it. */
interface AnyDeclared {
  '~orpc': { meta: ProcedureMeta; route: { method?: string } }
}

/** What decides, beside the rung, who may make a call. */
interface Call {
  meta: ProcedureMeta
  isRead: boolean
  isAboutOneself: boolean
}

/**
 * Refuses writes to those who only look, and tokens what they are not for, on every rung, before the procedure is asked.
 * @returns as whom the call is made: a prospect reads as the demo coach, and is themselves about their own account
 * @throws AppError beyond_scope; impersonating for what is for the person alone, when an admin acts as them; only_looking for any write while
 * that admin has not chosen to act; demo_mode for a prospect's write
 */
function admit({ meta, isRead, isAboutOneself }: Call, actor: Actor): Actor {
  if (actor.token && !isWithin(actor.token.scopes, meta.scope)) throw beyondScope(meta.scope)
  if (actor.impersonatedBy && meta.forPersonAlone)
    throw new AppError('not_allowed', 'impersonating', 'This cannot be done while acting as somebody else.')
  if (actor.impersonatedBy && !actor.mayAct && !isRead && !meta.whileLooking) throw onlyLooking()
  if (isAboutOneself) return actor
  if (actor.role === 'prospect' && !isRead) throw demoMode()
  return asSeenBy(actor)
}

/** Whether a token may make a call: no procedure is for tokens but those that say so. */
const isWithin = (scopes: readonly string[], needed: string | undefined): boolean =>
  needed === 'any' || (needed !== undefined && scopes.includes(needed))

const beyondScope = (needed: string | undefined) =>
  new AppError(
    'not_allowed',
    'beyond_scope',
    needed ? `This access token may not do that: it needs ${needed}.` : 'No access token may do that.',
  )

/** For an admin who looks as somebody and has not chosen to act. */
export const onlyLooking = () =>
  new AppError(
    'not_allowed',
    'only_looking',
    'You are only looking, so nothing was changed. Choose “Act as this person” in the banner first.',
  )

const demoMode = () =>
  new AppError(
    'not_allowed',
    'demo_mode',
    'This is a demo, so nothing was changed. Start a free trial to do this with students of your own.',
  )

/** The one place where failures become answers: a stable code, a status, and words for people. */
export function toApiError(
  error: unknown,
  logUnexpected: (error: unknown) => void,
): ORPCError<string, unknown> {
  if (error instanceof AppError)
    return new ORPCError(error.reason, {
      status: errorStatus[error.code],
      message: error.userMessage,
      cause: error,
    })
  if (error instanceof ORPCError) {
    if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') return badInput(error.cause)
    if (error.cause instanceof ValidationError) logUnexpected(error.cause)
    return error
  }
  if (isDatabaseDown(error)) {
    logUnexpected(error)
    return apiError(
      'unavailable',
      'We cannot reach our database right now. Nothing was lost. Please try again in a minute.',
    )
  }
  const refusal = constraintOf(error)
  if (refusal?.kind === 'malformed')
    return apiError('bad_input', 'That does not look right. Please check and try again.')
  if (refusal) {
    logUnexpected(error)
    return apiError('conflict', 'This was changed in the meantime. Please reload and try again.')
  }
  logUnexpected(error)
  return apiError('internal', 'Something went wrong on our side. Please try again.')
}

function badInput(error: ValidationError) {
  const issues = error.issues.map((issue) => ({
    path: (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step)).join('.'),
    message: issue.message,
  }))
  return new ORPCError('bad_input', {
    status: 400,
    message: issues[0]?.message ?? 'Please check what you entered.',
    data: { issues },
  })
}

const apiError = (code: ErrorCode, message: string) =>
  new ORPCError(code, { status: errorStatus[code], message })
