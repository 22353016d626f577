import { createHttpApp } from '#app/http/app.ts'
import { createServices } from '#app/services.ts'
import { giveRole } from './people.ts'
import type { testProduct, Visitor } from './product.ts'

type Product = ReturnType<typeof testProduct>
type Student = Visitor & { userId: string; email: string }

const password = 'fairway-seven'
const json = { 'content-type': 'application/json' }

interface Way {
  /** Ends or changes what the person's cookie opens. */
  end: (sam: Student, product: Product) => Promise<unknown>
  /** Says of an answer to `GET /api/me` that it has happened. */
  isDone: (me: { role?: string } | null) => boolean
  /** Done by a person through this process, which then knows at once; else by an operator in the database. */
  isHere: boolean
}

const gone: Way['isDone'] = (me) => me === null

/** Everything after which a cookie must open nothing, or something else. */
export const ways: Record<string, Way> = {
  'signing out': { end: (sam) => sam.send('DELETE', '/api/sessions'), isDone: gone, isHere: true },
  'signing in again': {
    end: (sam) => sam.post('/api/sessions', { email: sam.email, password }),
    isDone: gone,
    isHere: true,
  },
  'a new password': {
    end: (sam) =>
      sam.put('/api/me/password', { currentPassword: password, newPassword: 'another one, longer' }),
    isDone: gone,
    isHere: true,
  },
  'ending all sessions': {
    end: (sam) => sam.post('/api/me/sessions/end', { keepThis: false }),
    isDone: gone,
    isHere: true,
  },
  'ending one session from another browser': {
    end: async (sam, product) => {
      const laptop = product.visitor()
      await laptop.post('/api/sessions', { email: sam.email, password })
      const { json: listed } = await laptop.get('/api/me/sessions')
      const other = listed.find((one: { isThisOne: boolean }) => !one.isThisOne)
      return await laptop.send('DELETE', `/api/me/sessions/${other.id}`)
    },
    isDone: gone,
    isHere: true,
  },
  'closing the account': {
    end: (sam) => sam.post('/api/me/closure', { password }),
    isDone: gone,
    isHere: true,
  },
  'another role, given by an operator': {
    end: (sam, product) => giveRole(product.database.pool, sam.userId, 'prospect'),
    isDone: (me) => me?.role === 'prospect',
    isHere: false,
  },
  'a suspension by an operator': {
    end: (sam, product) =>
      product.database.pool.query('update profiles set suspended_at = current_instant() where id = $1', [
        sam.userId,
      ]),
    isDone: gone,
    isHere: false,
  },
}

interface Counted {
  tries: number
  /** Of copies of the cookie in the process that did it, and in a second one, how many were refused at their very next request. */
  atOnceHere: number
  atOnceElsewhere: number
  /** Milliseconds until the slowest was. */
  slowestMs: number
  never: number
}

/**
 * Ends sessions in every way there is, while copies of the cookie are in use in the process that does it and in a second one on
 * the same database, and counts when the copies stop working.
 */
export async function endSessions(product: Product, tries: number): Promise<Record<string, Counted>> {
  const elsewhere = await createServices(product.services.env, { clock: product.clock, work: false })
  const apps = [product.services, elsewhere].map((services) =>
    createHttpApp(services, () => new Response('page')),
  )
  const counted: Record<string, Counted> = {}
  try {
    for (const [name, way] of Object.entries(ways)) counted[name] = await count(way)
  } finally {
    await elsewhere.close()
  }
  return counted

  async function count({ end, isDone }: Way): Promise<Counted> {
    const result: Counted = { tries, atOnceHere: 0, atOnceElsewhere: 0, slowestMs: 0, never: 0 }
    for (let at = 0; at < tries; at++) {
      const sam = await product.student()
      const { cookie } = sam
      const asks = apps.map((app) => async () => {
        const answer = await app.request('http://greenside.test/api/me', { headers: { cookie } })
        return isDone(await answer.json())
      })
      // Both know the cookie, and are asked about it all the while.
      for (const ask of asks) if (await ask()) throw new Error('the copy opens nothing from the beginning')
      let isEnding = true
      const keepAsking = async (ask: () => Promise<boolean>) => {
        // With a breath, in which the others get on.
        while (isEnding) await ask().then(() => new Promise(setImmediate))
      }
      const traffic = Promise.all([...asks, ...asks].map(keepAsking))
      await end(sam, product)
      isEnding = false
      const ended = performance.now()
      const [here, there] = await Promise.all(asks.map((ask) => ask()))
      await traffic
      if (here) result.atOnceHere++
      if (there) result.atOnceElsewhere++
      for (const ask of asks) {
        let isOver = await ask()
        while (!isOver && performance.now() - ended < 10_000) {
          await new Promise(setImmediate)
          isOver = await ask()
        }
        if (!isOver) result.never++
      }
      if (!here || !there)
        result.slowestMs = Math.max(result.slowestMs, Math.round(performance.now() - ended))
    }
    return result
  }
}

/** Everybody who walks through every door that gives a cookie, and all that was set on the way. */
export async function collectCookies(product: Product, walks: number): Promise<string[]> {
  const set: string[] = []
  const watched = <T extends Visitor>(person: T): T => {
    const { send } = person
    person.send = async (...request) => {
      const answer = await send(...request)
      set.push(...answer.headers.getSetCookie())
      return answer
    }
    return person
  }
  for (let at = 0; at < walks; at++) {
    const sam = watched(product.visitor())
    const email = `walk-${at}@students.test`
    await sam.post('/api/accounts', { name: 'Sam', email, phone: '7045550100', password })
    await sam.post('/api/sessions', { email, password })
    await sam.post('/api/sessions', { email, password: 'not it at all' })
    await sam.put('/api/me/password', { currentPassword: password, newPassword: 'longer words' })
    await sam.send('DELETE', '/api/sessions')
    const visitor = watched(product.visitor())
    await visitor.post('/api/prospects', {
      name: 'Pat',
      email: `pat-${at}@coaches.test`,
      phone: '7045550101',
      password,
    })
    await watched(product.visitor()).post('/api/coach-saves', { instructorId: crypto.randomUUID(), email })
    await watched(product.visitor()).send('POST', '/t', '{}', json)
  }
  // One that only takes away what a browser may still have keeps nothing.
  return set.filter((cookie) => !/^[^=]+=;.*max-age=0/i.test(cookie))
}
