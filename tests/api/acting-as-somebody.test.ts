import { randomUUID } from 'node:crypto'
import { isProcedure } from '@orpc/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { api } from '#app/api.ts'
import { actAs } from '../support/acting.ts'
import { signedInCoach } from '../support/lessons.ts'
import { plainPhoto } from '../support/media.ts'
import { testProduct } from '../support/product.ts'
import { ask, beginTalk, listen, type Person, say, upload } from '../support/talks.ts'

const product = testProduct()
let sam: Person
let maya: Person
let talk: string
let photo: string
const admin = randomUUID()

beforeAll(async () => {
  sam = await product.student('Sam Rivera')
  maya = await signedInCoach(product, 'Maya Bennett')
  talk = await beginTalk(sam, maya.userId, 'Between Maya and me')
  const made = await upload(product, sam, await plainPhoto())
  photo = String(made.json.files[0].url)
})

const rows = async () =>
  (
    await product.database.pool.query<{ action: string; target: string; ids: Record<string, string> }>(
      'select actor_id, subject_id, action, target, ids from audit_log order by id',
    )
  ).rows

async function whileActing<T>(work: () => Promise<T>, person = sam) {
  const before = (await rows()).length
  const end = actAs(product, person, admin)
  try {
    const result = await work()
    return { result, left: (await rows()).slice(before) }
  } finally {
    end()
  }
}

describe('an admin acting as a student', () => {
  test.each([
    ['the list', '/api/conversations', 'messages.conversations'],
    ['one conversation', '/api/conversations/{talk}', 'messages.conversation'],
    ['its messages', '/api/conversations/{talk}/messages', 'messages.messages'],
    ['a search', '/api/message-search?query=Between', 'messages.search'],
  ])('leaves an audit entry for %s with who and whom, but not the content', async (_, path, procedure) => {
    const { result, left } = await whileActing(() => sam.get(path.replace('{talk}', talk)))
    expect(result.status).toBe(200)
    expect(left).toEqual([
      {
        actor_id: admin,
        subject_id: sam.userId,
        action: 'call',
        target: procedure,
        ids: path.includes('{talk}') ? { conversationId: talk } : {},
      },
    ])
  })

  test('leaves an audit entry for every live channel they open', async () => {
    const topics = [`conversation:${talk}`, `inbox:${sam.userId}`]
    const { result, left } = await whileActing(() => listen(product, sam, topics))
    expect(result.status).toBe(200)
    await result.close()
    expect(left.map(({ action, target }) => ({ action, target }))).toEqual(
      topics.map((target) => ({ action: 'listen', target })),
    )
  })

  test('leaves an audit entry for every photo they view', async () => {
    const { result, left } = await whileActing(() => ask(product, sam, photo))
    expect(result.status).toBe(200)
    expect(left).toMatchObject([{ action: 'file', target: `GET ${photo}` }])
  })

  test('sees nothing when the audit entry can’t be written', async () => {
    const { pool } = product.database
    await pool.query('alter table audit_log rename to audit_log_away')
    const end = actAs(product, sam, admin)
    try {
      for (const path of [`/api/conversations/${talk}/messages`, '/api/message-search?query=Between']) {
        const answer = await sam.get(path)
        expect(answer.status, path).toBeGreaterThanOrEqual(500)
        expect(answer.text).not.toContain('Between Maya and me')
      }
      await expect(listen(product, sam, [`conversation:${talk}`])).resolves.toMatchObject({ status: 500 })
      expect((await ask(product, sam, photo)).status).toBe(500)
    } finally {
      end()
      await pool.query('alter table audit_log_away rename to audit_log')
    }
  })
})

const isWrite = ({ meta, route }: { meta: object; route: { method?: string } }) =>
  route.method !== 'GET' && !('changesNothing' in meta && meta.changesNothing === true)

test('every signed-in procedure, and every open one that writes, leaves an audit entry when an impersonating admin calls it', async () => {
  const recorded = Object.entries(api).flatMap(([feature, procedures]) =>
    Object.entries(procedures)
      .filter(([, one]) => {
        if (!isProcedure(one) || !('access' in one['~orpc'].meta)) return false
        return one['~orpc'].meta.access !== 'open' || isWrite(one['~orpc'])
      })
      .map(([name]) => `${feature}.${name}`),
  )
  expect(recorded.length).toBeGreaterThan(60)
  expect(recorded).toContain('accounts.signOut')
  // After signing out, nothing else would be called by the admin.
  const order = [...recorded.filter((name) => name !== 'accounts.signOut'), 'accounts.signOut']
  const jo = await product.student('Jo Rivera')
  const { left } = await whileActing(async () => {
    for (const name of order)
      await jo.post(`/rpc/${name.replace('.', '/')}`, { json: { conversationId: talk } })
  }, jo)
  expect([...new Set(left.map(({ target }) => target))].sort()).toEqual(recorded.sort())
})

test('people acting as themselves leave no audit entries, and entries can’t be changed', async () => {
  const before = (await rows()).length
  await sam.get(`/api/conversations/${talk}/messages`)
  await say(maya, talk, 'Hello')
  expect((await rows()).length).toBe(before)
  const { pool } = product.database
  await expect(pool.query('update audit_log set target = $1', ['x'])).rejects.toThrow('only added to')
  await expect(pool.query('delete from audit_log')).rejects.toThrow('only added to')
})
