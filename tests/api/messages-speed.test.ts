import { beforeAll, expect, test } from 'vitest'
import { countUnread, findConversation, listConversations } from '#features/messages/conversations/queries.ts'
import { searchMessages } from '#features/messages/message-search.ts'
import { listMessages } from '#features/messages/queries.ts'
import { signedInCoach } from '../support/lessons.ts'
import { testProduct } from '../support/product.ts'
import { beginTalk, type Person } from '../support/talks.ts'

const product = testProduct()
let sam: Person
let maya: Person
let talk: string

/** One conversation of 10,000 messages, and a coach with 2,000 conversations. */
beforeAll(async () => {
  sam = await product.student('Sam Rivera')
  maya = await signedInCoach(product, 'Maya Bennett')
  talk = await beginTalk(sam, maya.userId)
  const { pool } = product.database
  await pool.query(
    `with s as (insert into profiles (full_name, email) select 'Student ' || n, n || '@many.test' from generate_series(1, 2000) n returning id),
      c as (insert into conversations (instructor_id, student_id, last_message_at) select $1, id, '2026-10-01T10:00:00Z' from s returning id, student_id)
     insert into messages (conversation_id, sender_id, position, content) select id, student_id, 1, 'Hello there' from c`,
    [maya.userId],
  )
  // All at once, which the trigger that counts them one by one is not made for.
  await pool.query('alter table messages disable trigger user')
  await pool.query(
    `insert into messages (conversation_id, sender_id, position, content)
     select $1, case when n % 2 = 0 then $2::uuid else $3::uuid end, n, 'Message number ' || n || ' about the short game'
     from generate_series(2, 10000) n`,
    [talk, sam.userId, maya.userId],
  )
  await pool.query('alter table messages enable trigger user')
  await pool.query('update conversations set message_count = 10000 where id = $1', [talk])
  await pool.query('vacuum analyze')
}, 120_000)

/** Runs what is measured with every statement explained. @returns the plans, and the pages of tables and indexes they read */
async function plansOf(work: (db: typeof product.services.db) => Promise<unknown>) {
  const { db } = product.services
  const plans: string[] = []
  const watched = new Proxy(db, {
    get(target, name, receiver) {
      if (name !== 'execute') return Reflect.get(target, name, receiver)
      return async (statement: Parameters<typeof db.execute>[0]) => {
        const { sql } = await import('drizzle-orm')
        const explained = await target.execute<Record<string, string>>(
          sql`explain (analyze, buffers, costs off, timing off) ${statement as ReturnType<typeof sql>}`,
        )
        plans.push(explained.rows.map((row) => Object.values(row)[0]).join('\n'))
        return await target.execute(statement)
      }
    },
  })
  await work(watched)
  // What planning reads is there after the first time.
  const plan = plans.map((one) => one.replace(/^Planning:[\s\S]*/m, '')).join('\n\n')
  const reads = [...plan.matchAll(/^ *(?:->.*)?Buffers: shared hit=(\d+)/gm)].map((found) => Number(found[1]))
  return { plan, pages: Math.max(...reads) }
}

const asking = () => ({ userId: maya.userId, now: product.clock.now() })

test.each([
  ['the newest page', {}],
  ['a page in the middle', { before: 5_000 }],
  ['what came after', { after: 9_900 }],
  ['around a found message', { around: 2_500 }],
])('of 10,000 messages, %s is a short index scan', async (_, wish) => {
  const { plan, pages } = await plansOf((db) =>
    listMessages(db, sam.userId, { conversationId: talk, ...wish }),
  )
  expect(plan).toContain('messages_have_their_place')
  expect(plan).not.toMatch(/Seq Scan on messages/)
  expect(pages, plan).toBeLessThan(60)
})

test('the first page of 2,000 conversations is a short index scan', async () => {
  const { plan, pages } = await plansOf((db) => listConversations(db, { ...asking(), archived: false }))
  expect(plan).toContain('newest_conversations_of_a_person')
  expect(plan).not.toMatch(/Seq Scan on (messages|conversations|conversation_participants|profiles)/)
  expect(pages, plan).toBeLessThan(1_500)
})

test('one conversation and the unread badge are short index scans', async () => {
  const one = await plansOf((db) => findConversation(db, talk, asking()))
  expect(one.plan).not.toMatch(/Seq Scan on (messages|conversations|conversation_participants|profiles)/)
  // A hundred unread along the index, or all of the conversation's through a bitmap: the statistics of the moment decide.
  expect(one.pages, one.plan).toBeLessThan(400)
  await product.query('update instructor_profiles set ai_caddie_enabled = false')
  const badge = await plansOf((db) => countUnread(db, maya.userId))
  expect(await countUnread(product.services.db, maya.userId)).toBe(100)
  expect(badge.pages, badge.plan).toBeLessThan(1_000)
})

test('text search reads only the person’s own messages', async () => {
  const { plan } = await plansOf((db) => searchMessages(db, sam.userId, { query: 'number 4321' }))
  expect(plan).not.toMatch(/Seq Scan on messages/)
  const hits = await searchMessages(product.services.db, sam.userId, { query: 'number 4321' })
  expect(hits).toMatchObject([{ conversationId: talk, position: 4_321 }])
})
