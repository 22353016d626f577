import { ORPCError, os, ValidationError } from '@orpc/server'
import { type Actor, asSeenBy, type Role } from './actor.ts'
import { type Audit, auditOf } from './audit-log.ts'
import type { Clock } from './clock.ts'
import { constraintOf, isDatabaseDown, isStatementCanceled, type Queryable } from './db.ts'
import { AppError, type ErrorCode, errorStatus } from './errors.ts'
import type { Logger } from './log.ts'
import { traced } from './tracing.ts'

/** The access level that a procedure requires; every procedure is built from one of them. */
export type Access = 'open' | 'signed-in' | 'student' | 'coach' | 'admin'

export interface RequestContext<Services> {
  services: Services
  actor: Actor | null
  log: Logger
  requestId: string
  /** The caller's IP address as determined by trusted proxies, for rate limits. */
  ip: string
  request: Request
  /** Headers to add to the response, such as a session cookie. */
  answerHeaders: Headers
}

const roles: Record<Exclude<Access, 'open' | 'signed-in'>, Role[]> = {
  student: ['student'],
  coach: ['coach'],
  admin: ['admin'],
}

/** A procedure's metadata. */
export interface ProcedureMeta {
  /**
   * The procedure may read data that is up to a second old: it is served from a replica, unless the caller
   * has just written something.
   */
  mayLag?: boolean
  /** The required access level. */
  access?: Access
  /**
   * Refused while an admin impersonates the user: passwords, addresses, devices, phone numbers, money,
   * consents, and closing the account.
   */
  forPersonAlone?: boolean
  /**
   * Concerns the caller's own account or browser: a prospect calls it as themselves, including writes, and
   * not as the demo coach.
   */
  aboutOneself?: boolean
  /** A read that is not a GET, because its input is too long for a URL. */
  changesNothing?: boolean
  /**
   * The scope that an access token needs; without one, tokens cannot call the procedure. `any`: every token
   * can.
   */
  scope?: string
  /**
   * Allowed for an impersonating admin even in view-only mode: signing out, and ending or widening the
   * impersonation.
   */
  whileLooking?: boolean
}

/**
 * `recordActing` receives each call of an impersonating admin before it runs; if it throws, the call fails.
 */
interface LadderOptions<Services> {
  /** Features that concern the caller's own account as a whole; see `aboutOneself`. */
  aboutOneself: readonly string[]
  recordActing: (
    context: RequestContext<Services> & { actor: Actor },
    call: { procedure: string; input: unknown },
  ) => Promise<void>
}

/** Creates the base procedures, one for each access level; `meta.access` names the level. */
export function createLadder<Services extends { db: Queryable; clock: Clock; copy: Copy<Services> | null }>({
  recordActing,
  aboutOneself,
}: LadderOptions<Services>) {
  const base = os
    .$context<RequestContext<Services>>()
    .$meta<ProcedureMeta>({ access: 'admin' })
    .use(async ({ next, context, path }) => {
      try {
        return await traced(path.join('.'), {}, async () => await next())
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
  const open = base.use(async ({ next, context, path, procedure }, input) => {
    const { actor } = context
    const call = callOf(procedure, path)
    // What is read here shows nothing of a person, so that only writes are recorded.
    if (actor?.impersonatedBy && !call.isRead)
      await recordActing({ ...context, actor }, { procedure: path.join('.'), input })
    return await next({ context: { actor: actor && admit(call, actor) } })
  })
  const signedInOnly = base.use(async ({ next, context, path, procedure }, input) => {
    const { actor } = context
    if (!actor) throw new AppError('not_signed_in', 'not_signed_in', 'Please sign in first.')
    if (actor.impersonatedBy) await recordActing({ ...context, actor }, { procedure: path.join('.'), input })
    return await next({ context: { actor: admit(callOf(procedure, path), actor) } })
  })
  // Calls by regular users are not audited automatically; this is for commands that record what an admin does
  // to a lesson of two other people.
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
  // Admin changes are always recorded: by the command itself, with the values before and after, or otherwise
  // here after the call.
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

/** A read replica, and the rules for using it. */
export interface Copy<Services> {
  /** The same services with a database handle that reads from the replica. */
  services: Services
  /** The maximum replication lag in milliseconds; null while the replica is not used. */
  lagMs(): number | null
  /** Whether the replica is sufficiently up to date and the caller has not just written something. */
  mayAnswer(headers: Headers): boolean
  /**
   * Marks the response to a write with a cookie, so that the caller's next requests read from the primary in
   * every process.
   */
  noteWrite(answer: Headers): void
  /** Whether an error was caused by the replica, so that the primary should be used instead. */
  isItsFault(error: unknown): boolean
}

/** `{ ok: false }`: nothing was changed. */
const isRefusal = (output: unknown) =>
  typeof output === 'object' && output !== null && 'ok' in output && output.ok === false

/** The parts of a procedure that the access checks read. */
interface AnyDeclared {
  '~orpc': { meta: ProcedureMeta; route: { method?: string } }
}

/** What determines, in addition to the access level, whether a call is allowed. */
interface Call {
  meta: ProcedureMeta
  isRead: boolean
  isAboutOneself: boolean
}

/**
 * Rejects writes in view-only mode and calls beyond a token's scopes, at every access level, before the
 * procedure runs.
 * @returns the effective actor: a prospect reads as the demo coach, but acts as themselves for calls about
 *   their own account
 * @throws AppError beyond_scope; impersonating when an impersonating admin makes a call reserved for the
 *   user; only_looking for any write while that admin has not chosen to act; demo_mode for a prospect's write
 */
function admit({ meta, isRead, isAboutOneself }: Call, actor: Actor): Actor {
  if (actor.token && !isWithin(actor.token.scopes, meta.scope)) throw beyondScope(meta.scope)
  if (actor.impersonatedBy && meta.forPersonAlone)
    throw new AppError('not_allowed', 'impersonating', 'You cannot do this while acting as another user.')
  if (actor.impersonatedBy && !actor.mayAct && !isRead && !meta.whileLooking) throw onlyLooking()
  if (isAboutOneself) return actor
  if (actor.role === 'prospect' && !isRead) throw demoMode()
  return asSeenBy(actor)
}

/** Whether a token may make a call. Procedures without a scope are not available to tokens. */
const isWithin = (scopes: readonly string[], needed: string | undefined): boolean =>
  needed === 'any' || (needed !== undefined && scopes.includes(needed))

const beyondScope = (needed: string | undefined) =>
  new AppError(
    'not_allowed',
    'beyond_scope',
    needed ? `This access token is missing the permission ${needed}.` : 'No access token may do that.',
  )

/** The error for writes by an impersonating admin in view-only mode. */
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

/** Converts every failure to an API error: a stable code, a status, and a message for the user. */
export function toApiError(
  error: unknown,
  logUnexpected: (error: unknown) => void,
): ORPCError<string, unknown> {
  if (error instanceof AppError)
    return new ORPCError(error.reason, {
      status: errorStatus[error.code],
      message: error.userMessage,
      data: error.details,
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
  if (isStatementCanceled(error)) {
    logUnexpected(error)
    return apiError(
      'unavailable',
      'That took too long, so we stopped it. Nothing was changed. Please choose a shorter period, or try again later.',
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
