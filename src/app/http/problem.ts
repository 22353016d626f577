import { STATUS_CODES } from 'node:http'
import type { ORPCError } from '@orpc/server'
import type { Context } from 'hono'
import { readProblem } from '#platform/api-problem.ts'

/** A failure as RFC 9457 has it. `code` is stable and for programs, `detail` is for people. */
interface Problem {
  type: 'about:blank'
  title: string
  status: number
  detail: string
  code: string
  /** For `bad_input`: which field, as a JSON pointer, and what is wrong with it. */
  errors?: { pointer: string; detail: string }[]
}

export const PROBLEM_JSON = 'application/problem+json'

/** What is for programs that others write: it promises the errors of RFC 9457. */
export const isPublicApi = (path: string) => /^\/api\/v1(\/|$)/.test(path)

/** A refusal that comes before any procedure: as a problem at `/api/v1`, as everywhere else in our pages' own words. */
export function problem(
  c: Context,
  status: 401 | 403 | 404 | 413 | 429 | 500 | 503,
  code: string,
  message: string,
): Response {
  if (status === 503) c.header('retry-after', '10')
  if (!isPublicApi(c.req.path)) return c.json({ code, message }, status)
  return c.body(JSON.stringify(problemOf(code, status, message)), status, { 'content-type': PROBLEM_JSON })
}

export const noSuchRoute = (c: Context): Response =>
  problem(c, 404, 'no_such_route', 'There is nothing at this address.')

/** What a procedure threw, as a problem. */
export function toProblem(error: ORPCError<string, unknown>): Problem {
  const { issues } = readProblem(error)
  const errors = issues.map(({ path, message }) => ({
    pointer: path === '' ? '#' : `#/${path.split('.').join('/')}`,
    detail: message,
  }))
  const code = error.code === 'BAD_REQUEST' ? 'bad_input' : error.code
  return {
    ...problemOf(code, error.status, error.message),
    ...(errors.length > 0 ? { errors } : {}),
  }
}

/** @param code stable, for programs; @param detail for people */
export const problemOf = (code: string, status: number, detail: string): Problem => ({
  type: 'about:blank',
  title: STATUS_CODES[status] ?? 'Error',
  status,
  detail,
  code,
})
