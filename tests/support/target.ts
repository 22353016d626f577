import { randomUUID } from 'node:crypto'
import type { createHttpApp } from '#app/http/app.ts'
import type { Services } from '#ports/services.ts'
import { addCoach } from './people.ts'
import type { Answer } from './visitor.ts'

/** A complete product with a separate database, for counted attacks. */
export interface Target {
  services: Services
  app: ReturnType<typeof createHttpApp>
}

export type Said = Pick<Answer, 'status' | 'json'>

/** Sends JSON, or a string unchanged. */
export async function send(
  { app }: Target,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Said> {
  const answer = await app.request(`http://greenside.test${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, json: await answer.json().catch(() => null) }
}

/** A student with an account and a session. @returns the cookie and the id */
export async function enterStudent(target: Target): Promise<{ cookie: string; userId: string }> {
  const answer = await target.app.request('http://greenside.test/api/accounts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Sam Rivera',
      email: `${randomUUID()}@students.test`,
      phone: '704 555 0150',
      password: 'fairway-seven',
    }),
  })
  if (answer.status !== 201) throw new Error(`no account: ${await answer.text()}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0] ?? '')
    .join('; ')
  return { cookie, userId: String((await answer.json()).userId) }
}

/** A coach at $85 an hour who can be booked around the clock, so that attacks do not run out of times. */
export const openCoach = (target: Target, name = 'Maya Bennett', hourlyRate = 85) =>
  addCoach(target.services.db.$client, {
    name,
    hourlyRate,
    noticeHours: 0,
    windowDays: 60,
    hours: [0, 1, 2, 3, 4, 5, 6].map((day): [number, string, string] => [day, '00:00', '24:00']),
  })
