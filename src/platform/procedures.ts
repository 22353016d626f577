import { ORPCError, os, ValidationError } from '@orpc/server'
import type { Actor, Role } from './actor.ts'
import { constraintOf, isDatabaseDown } from './db.ts'
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
  /** The rung it stands on. */
  access?: Access
  /** For the person alone: refused while an admin acts as them. Passwords, addresses, devices, numbers, money and leaving. */
  forPersonAlone?: boolean
}

/** What an admin calls while acting as somebody else is handed over before it runs; whoever throws there stops it. */
interface LadderOptions<Services> {
  recordActing: (
    context: RequestContext<Services> & { actor: Actor },
    call: { procedure: string; input: unknown },
  ) => Promise<void>
}

/** Builds the ladder. There is no procedure without a rung, and `meta.access` says which one it stands on. */
export function createLadder<Services>({ recordActing }: LadderOptions<Services>) {
  const base = os
    .$context<RequestContext<Services>>()
    .$meta<ProcedureMeta>({ access: 'admin' })
    .use(async ({ next, context, path }) => {
      try {
        return await next()
      } catch (error) {
        throw toApiError(error, (cause) =>
          context.log.error(
            { err: cause, procedure: path.join('.'), requestId: context.requestId },
            'request failed',
          ),
        )
      }
    })
  const open = base.use(({ next, context, procedure }) => {
    refuseDisguise(procedure['~orpc'].meta, context.actor)
    return next()
  })
  const signedInOnly = base.use(async ({ next, context, path, procedure }, input) => {
    const { actor } = context
    if (!actor) throw new AppError('not_signed_in', 'not_signed_in', 'Please sign in first.')
    if (actor.impersonatedBy) await recordActing({ ...context, actor }, { procedure: path.join('.'), input })
    refuseDisguise(procedure['~orpc'].meta, actor)
    return await next({ context: { actor } })
  })
  const only = (access: keyof typeof roles) =>
    signedInOnly.meta({ access }).use(({ next, context }) => {
      if (!roles[access].includes(context.actor.role))
        throw new AppError('not_allowed', 'not_allowed', 'Your account cannot do this.')
      return next()
    })
  return {
    open: open.meta({ access: 'open' }),
    signedIn: signedInOnly.meta({ access: 'signed-in' }),
    student: only('student'),
    coach: only('coach'),
    admin: only('admin'),
  }
}

/** @throws AppError impersonating for what is for the person alone, when an admin acts as them */
function refuseDisguise(meta: ProcedureMeta, actor: Actor | null): void {
  if (meta.forPersonAlone && actor?.impersonatedBy)
    throw new AppError('not_allowed', 'impersonating', 'This cannot be done while acting as somebody else.')
}

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
