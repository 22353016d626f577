import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sendErrorReports } from './error-reports.ts'
import { createLog } from './log.ts'

/** A tracker that accepts every report. */
function tracker() {
  const taken: Record<string, unknown>[] = []
  const send = async (_to: unknown, request?: RequestInit) => {
    for (const line of String(request?.body).trim().split('\n')) taken.push(JSON.parse(line))
    return new Response()
  }
  return { taken, send: send as typeof fetch }
}

const nowhere = { write: () => undefined }

test('errors are reported, lower levels are not, and redacted data is left out', async () => {
  const { taken, send } = tracker()
  const reports = sendErrorReports('https://errors.test/', send)
  const log = createLog('info', nowhere, reports)
  log.warn({ err: new Error('try again') }, 'a warning')
  const error = new DrizzleQueryError('select $1', ['hunter2@secret.test'], new Error('refused'))
  log.error({ err: error, token: 'a-secret', requestId: 'r1' }, 'unexpected failure')
  log.fatal('the end')
  await reports.flush()
  expect(taken.map(({ msg }) => msg)).toEqual(['unexpected failure', 'the end'])
  expect(taken[0]).toMatchObject({ requestId: 'r1', token: '[Redacted]' })
  expect(JSON.stringify(taken)).not.toMatch(/hunter2|a-secret/)
})

test('a flood of errors is limited to sixty a minute', async () => {
  let ms = 0
  const { taken, send } = tracker()
  const reports = sendErrorReports('https://errors.test/', send, () => ms)
  for (let n = 0; n < 500; n++) reports.write(`{"n":${n}}\n`)
  await reports.flush()
  expect(taken).toHaveLength(60)
  ms = 60_000
  reports.write('{"n":"later"}\n')
  await reports.flush()
  expect(taken.at(-1)).toEqual({ n: 'later' })
})

test('an unreachable error tracker causes no errors', async () => {
  const reports = sendErrorReports('https://errors.test/', () => Promise.reject(new Error('away')))
  reports.write('{}\n')
  await expect(reports.flush()).resolves.toBeUndefined()
})
