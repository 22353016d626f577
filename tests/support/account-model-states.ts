import { randomUUID } from 'node:crypto'
import type { PromisesOfSuspended } from '#features/accounts/events.ts'
import { deliverWebhook } from '#features/webhooks/delivery.ts'
import { sendTo } from '#features/webhooks/webhook-events.ts'
import type { Services } from '#ports/services.ts'
import type { Party } from './account-model-parties.ts'
import { startLocalServer } from './local-server.ts'
import { giveRole } from './people.ts'
import { tracesOf } from './traces.ts'
import type { Visitor } from './visitor.ts'

/** Credentials and subscriptions of an account that work without signing in. */
export interface GivenOut {
  tokens: string[]
  feeds: string[]
  hooks: { id: string; path: string }[]
}

type State = 'open' | 'suspended' | 'closed'

/** An account opened by one of the parties, and the model's knowledge about it. */
export interface Known {
  userId: string
  /** A unique word in the account's name, city and display name. */
  word: string
  email: string
  state: State
  given: GivenOut
  /** What worked before the suspension; null if the account is not suspended, or if another action has invalidated it since. */
  before: GivenOut | null
}

/** Starts an HTTP server that receives the model's webhooks. */
export async function openListener() {
  const heard = new Set<string>()
  const { url, close } = await startLocalServer((request, response) => {
    heard.add(request.url ?? '')
    request.resume().on('end', () => response.writeHead(204).end())
  })
  return { host: new URL(url).host, heard, close }
}
export type Listener = Awaited<ReturnType<typeof openListener>>

const anyPassword = 'a word that nobody chose'

/** Suspends, reinstates and closes accounts as an admin, and checks the rules of each state. */
export async function openStates(world: {
  services: Services
  visitor: () => Visitor
  listener: Listener
  note: (what: string) => void
}) {
  const { services, visitor, listener, note } = world
  const pool = services.db.$client
  const admin = visitor()
  const credentials = { email: `${randomUUID()}@admins.test`, password: anyPassword }
  const opened = await admin.post('/api/accounts', {
    ...credentials,
    name: 'Avery Quinn',
    phone: '7045550100',
  })
  await giveRole(pool, opened.json.userId, 'admin')

  /** Sends an admin's request from a separate browser, and signs in again if its session has expired. */
  async function byAdmin(method: 'GET' | 'POST', path: string, body: object = {}) {
    const ask = () => (method === 'GET' ? admin.get(path) : admin.post(path, body))
    const answer = await ask()
    if (answer.status !== 401) return answer
    await admin.post('/api/sessions', credentials)
    return await ask()
  }
  const act = (name: string, { userId }: Known) =>
    byAdmin('POST', `/api/admin/lists/users/acts/${name}`, {
      ids: [userId],
      shown: 1,
      reason: 'Ticket 4711 of the model',
    })

  /** Checks which of an account's credentials and subscriptions work now. */
  async function working({ userId, given }: Known): Promise<GivenOut> {
    const tokens: string[] = []
    for (const token of given.tokens) {
      const authorization = `Bearer ${token}`
      const answer = await visitor().send('GET', '/api/v1/me', undefined, { authorization })
      if (answer.json?.userId === userId) tokens.push(token)
    }
    const feeds: string[] = []
    for (const feed of given.feeds) if ((await visitor().get(feed)).status === 200) feeds.push(feed)
    const hooks: GivenOut['hooks'] = []
    for (const hook of given.hooks) if (await isTold(hook)) hooks.push(hook)
    return { tokens, feeds, hooks }
  }

  async function isTold(hook: GivenOut['hooks'][number]): Promise<boolean> {
    const kept = await pool.query('select from webhook_endpoints where id = $1', [hook.id])
    if (kept.rowCount === 0) return false
    const sent: string[] = []
    const jobs = {
      send: async (_tx: unknown, _kind: unknown, data: { deliveryId: string }) => sent.push(data.deliveryId),
    }
    await sendTo({ jobs, clock: services.clock } as unknown as Services, services.db, hook.id, 'test', {})
    listener.heard.delete(hook.path)
    for (const deliveryId of sent) await deliverWebhook(services, deliveryId)
    return listener.heard.has(hook.path)
  }

  const browsersIn = async (parties: readonly Party[], userId: string) => {
    for (const who of parties.flatMap(({ browsers }) => browsers))
      if ((await who.get('/api/me')).json?.userId === userId) return true
    return false
  }

  /** Finds credentials, subscriptions and sessions that still work for a suspended or closed account. */
  async function findOpenDoors(parties: readonly Party[], known: Known): Promise<string[]> {
    const { tokens, feeds, hooks } = await working(known)
    const found = [
      ...(tokens.length > 0 ? ['a token'] : []),
      ...(feeds.length > 0 ? ['a feed'] : []),
      ...(hooks.length > 0 ? ['a webhook'] : []),
      ...((await browsersIn(parties, known.userId)) ? ['a session'] : []),
    ]
    return found.map((what) => `${what} of an account that is ${known.state} works`)
  }

  /** Checks that anonymous requests get the same responses for a suspended account's address as for an unknown one. */
  async function findTellingAnswers(email: string): Promise<string[]> {
    const nobodys = `${randomUUID()}@model.test`
    const asks: Record<string, (address: string) => Promise<{ status: number; text: string }>> = {
      'signing in': (address) => visitor().post('/api/sessions', { email: address, password: anyPassword }),
      'a sign-in link': (address) => visitor().post('/api/magic-links', { email: address }),
      'a new password': (address) => visitor().post('/api/password-resets', { email: address }),
    }
    const telling: string[] = []
    for (const [name, ask] of Object.entries(asks)) {
      const [here, there] = [await ask(email), await ask(nobodys)]
      if (here.status !== there.status || plain(here.text) !== plain(there.text))
        telling.push(`the answer to ${name} tells a suspended address: ${here.text}`)
    }
    const body = { name: 'Nosy', email, phone: '7045550100', password: anyPassword }
    const refusal = await visitor().post('/api/accounts', body)
    if (refusal.json?.code !== 'already_registered')
      telling.push(`the answer to registering tells a suspended address: ${refusal.text}`)
    return telling
  }

  return {
    working,

    async suspend(parties: readonly Party[], known: Known, promises: PromisesOfSuspended): Promise<string[]> {
      known.before = await working(known)
      const { json } = await act(promises === 'cancel' ? 'suspend-and-refund' : 'suspend', known)
      if (!json?.changed?.includes(known.userId)) return ['an open account cannot be suspended']
      known.state = 'suspended'
      note(`an account is suspended, its lessons ${promises === 'cancel' ? 'cancelled' : 'kept'}`)
      return [...(await findOpenDoors(parties, known)), ...(await findTellingAnswers(known.email))]
    },

    /**
     * Lifts a suspension and checks that everything works as before, except for sessions, which must have ended.
     * @param password the previous password, if it is known and sufficient for signing in
     */
    async lift(parties: readonly Party[], known: Known, password: string | null): Promise<string[]> {
      const broken = await findOpenDoors(parties, known)
      const { json } = await act('lift', known)
      if (!json?.changed?.includes(known.userId)) return ['a suspension cannot be lifted']
      known.state = 'open'
      note('a suspension is lifted')
      const after = await working(known)
      if (known.before && JSON.stringify(after) !== JSON.stringify(known.before))
        broken.push(
          `lifted, other things work than before: ${JSON.stringify({ before: known.before, after })}`,
        )
      if (await browsersIn(parties, known.userId))
        broken.push('a session from before a suspension works again')
      if (known.before && password) {
        const answer = await visitor().post('/api/sessions', { email: known.email, password })
        if (answer.json?.userId !== known.userId && !answer.json?.secondFactor)
          broken.push(`lifted, the password does not open the account: ${answer.text}`)
      }
      known.before = null
      return broken
    },

    /** Closes an account as an admin at the owner's request. @returns whether it was closed */
    async close({ userId }: Known): Promise<boolean> {
      const path = `/api/admin/users/${userId}/closure`
      const { refundCents } = (await byAdmin('GET', path)).json
      const answer = await byAdmin('POST', path, { reason: 'Ticket 4712 of the model', refundCents })
      if (answer.status === 200) note('an account is closed by an admin')
      return answer.status === 200
    },

    /** Updates the model's account states. @returns violated rules of accounts that the last step closed */
    async follow(parties: readonly Party[], all: readonly Known[]): Promise<string[]> {
      const { rows } = await pool.query<{ id: string; email: string; state: State }>(
        `select id, email, case when closed_at is not null then 'closed' when suspended_at is not null then 'suspended'
           else 'open' end as state from profiles where id = any ($1)`,
        [all.map(({ userId }) => userId)],
      )
      const broken: string[] = []
      for (const { id, email, state } of rows) {
        const known = all.find(({ userId }) => userId === id)
        if (!known || known.state === 'closed') continue
        if (state !== 'closed') {
          known.email = email
          if (state === 'suspended' && (await browsersIn(parties, id)))
            broken.push('a session of a suspended account works')
          continue
        }
        known.state = 'closed'
        note('an account is closed')
        broken.push(...(await findOpenDoors(parties, known)))
      }
      return broken
    },

    /** Finds data that remains of the sequence's closed accounts. @param since the transaction in which the sequence began */
    async findTraces(parties: readonly Party[], all: readonly Known[], since: string): Promise<string[]> {
      const closed = all.filter(({ state }) => state === 'closed')
      if (closed.length === 0) return []
      const broken: string[] = []
      for (const known of closed) {
        broken.push(...(await findOpenDoors(parties, known)))
        for (const party of parties)
          for (const password of party.passwords) {
            const answer = await visitor().post('/api/sessions', { email: known.email, password })
            if (answer.json?.userId === known.userId) broken.push('a password opens a closed account')
          }
      }
      // An address that is or was used by another account too may remain.
      const freed = closed.filter(({ email }) => all.filter((other) => other.email === email).length === 1)
      const words = [...closed.map(({ word }) => word), ...freed.map(({ email }) => email)]
      // Data that another account requested or received remains with that account.
      const others = all.filter(({ state }) => state !== 'closed')
      const traces = (await tracesOf(pool, words, since)).filter(
        (trace) => !others.some(({ userId }) => trace.includes(userId)),
      )
      return [...broken, ...traces.map((trace) => `left of a closed account: ${trace}`)]
    },
  }
}
export type States = Awaited<ReturnType<typeof openStates>>

/** The response text without the request id. */
const plain = (text: string) => text.replaceAll(/"requestId":"[^"]*",?/g, '')
