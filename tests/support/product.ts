import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { createHttpApp } from '#app/http/app.ts'
import { createServices } from '#app/services.ts'
import { jobKinds } from '#app/worker.ts'
import { mailLink } from '#features/accounts/links/commands.ts'
import type { LinkRequest } from '#features/accounts/links/jobs.ts'
import { deliverEmail, deliverSms } from '#features/notifications/delivery.ts'
import type { MessageJob } from '#features/notifications/jobs.ts'
import { movableClock } from '#platform/clock.ts'
import { readEnv } from '#platform/env.ts'
import type { Services } from '#ports/services.ts'
import { cheapHashing } from './cheap-hashing.ts'
import { testDatabase } from './database.ts'
import { testNow } from './now.ts'
import { giveRole } from './people.ts'
import { type Answer, createVisitor, type Visitor } from './visitor.ts'

export { testNow }

export const testSecret = 'a-secret-of-the-tests-and-of-nobody-else'

/** Who runs the marketplaces of the tests that are no demo. */
export const testOperator = {
  EMAIL_FROM: 'Greenside <hello@greenside.test>',
  SUPPORT_EMAIL: 'support@greenside.test',
  PRIVACY_EMAIL: 'privacy@greenside.test',
  COMPANY_NAME: 'Greenside',
  POSTAL_ADDRESS: '1 Main Street, Charlotte, NC 28202',
}

export type { Answer, Visitor }

/** The whole product in memory over a real database of its own: real sessions, jobs and local vendors, and a clock to move. */
export function testProduct(settings: Record<string, string> = {}) {
  const clock = movableClock(testNow)
  const database = testDatabase(clock)
  let made:
    | { services: Services & { close(): Promise<void> }; app: ReturnType<typeof createHttpApp> }
    | undefined
  const sent = new Set<string>()
  /** The templates of which a message was sent again. */
  const sentAgain = new Set<string>()
  /** Whether a job is to be done: once, and the first of each template again, as after a crash of the worker. */
  const isToBeSent = (job: string, template: string) => {
    const done = sent.has(job) ? sentAgain : sent
    const name = done === sent ? job : template
    const isNew = !done.has(name)
    done.add(name)
    return isNew
  }
  const product = () => {
    if (!made) throw new Error('testProduct() is ready only inside tests and hooks')
    return made
  }
  beforeAll(async () => {
    const env = readEnv({
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      SESSION_SECRET: testSecret,
      APP_URL: 'http://greenside.test',
      DEMO: '1',
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      REQUESTS_AT_ONCE: '0',
      ...(settings.DEMO === '0' ? testOperator : {}),
      ...settings,
    })
    const services = await createServices(env, { clock, work: false, hashing: cheapHashing })
    await services.jobs.start(jobKinds)
    made = {
      services,
      app: createHttpApp(
        services,
        () => new Response('<p>page</p>', { headers: { 'content-type': 'text/html' } }),
      ),
    }
  })
  afterAll(async () => made?.services.close())

  const visitor = () => createVisitor(() => product().app)

  /** A new student with an account, signed in. */
  async function student(name = 'Sam Rivera') {
    const person = visitor()
    const email = `${randomUUID()}@students.test`
    const password = 'fairway-seven'
    const made = await person.post('/api/accounts', { name, email, phone: '704 555 0150', password })
    if (made.status !== 201) throw new Error(`no account: ${made.text}`)
    /** For a session that ended while the clock moved on. */
    const signInAgain = async () => {
      const entered = await person.post('/api/sessions', { email, password })
      if (entered.status !== 201) throw new Error(`not signed in: ${entered.text}`)
    }
    return Object.assign(person, { userId: String(made.json.userId), email, signInAgain })
  }

  return {
    database,
    clock,
    visitor,
    student,
    /** A new admin, signed in. */
    async admin(name = 'Avery Quinn') {
      const person = await student(name)
      await giveRole(database.pool, person.userId, 'admin')
      return person
    },
    /** The rows of a SQL statement. */
    query: async (statement: string, values: unknown[] = []) =>
      (await database.pool.query(statement, values)).rows,
    get services() {
      return product().services
    },
    /** Does what the worker would: sends the processor's events to the webhook, then every message that waits. */
    async settle() {
      await this.hearPayments()
      await this.sendMessages()
    },
    /** Sends the processor's events to the webhook. */
    async hearPayments() {
      const { services, app } = product()
      await services.localCheckouts?.deliverEvents(async (url, body, headers) => {
        const answer = await app.request(url, { method: 'POST', body, headers })
        return answer.status
      })
    },
    /** Sends every email and text that waits in the queues. */
    async sendMessages() {
      const { services } = product()
      const waiting = await services.db.$client.query<{ id: string; name: string; data: MessageJob }>(
        `select id, name, data from pgboss.job where name in ('send-templated-email', 'send-templated-sms') order by created_on`,
      )
      for (const { id, name, data } of waiting.rows) {
        if (!isToBeSent(id, `${name} ${data.template}`)) continue
        await (name === 'send-templated-email' ? deliverEmail(services, data) : deliverSms(services, data))
      }
      const links = await services.db.$client.query<{ id: string; data: LinkRequest }>(
        `select id, data from pgboss.job where name = 'send-account-link' order by created_on`,
      )
      for (const { id, data } of links.rows)
        if (isToBeSent(id, 'send-account-link')) await mailLink(services, data)
    },
  }
}
