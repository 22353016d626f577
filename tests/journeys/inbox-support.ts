import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import pg from 'pg'
import { startCluster } from '#platform/embedded-postgres.ts'
import { projectRoot } from '../support/cluster.ts'
import { journeyDatabase, journeyPort } from './marketplace.ts'
import { expect, scenario } from './support.ts'

/** Queries the journeys' database directly, for data without an API. */
export async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const cluster = await startCluster({ checkout: projectRoot, name: 'test', isThrowaway: true })
  const client = new pg.Client({ connectionString: cluster.url(journeyDatabase(journeyPort())) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Sends a message to Maya as the signed-in user.
 * @returns the conversation's id
 */
export async function writeToMaya(request: APIRequestContext, content: string): Promise<string> {
  const sent = await request.post('/api/conversations', {
    data: { instructorId: scenario.maya.id, clientId: randomUUID(), content },
  })
  expect(sent.status()).toBe(201)
  return (await sent.json()).conversationId
}

/** Turns the assistant off in this conversation. */
export async function switchOffCaddie(conversationId: string) {
  await inDatabase((client) =>
    client.query('update conversations set ai_caddie_disabled = true where id = $1', [conversationId]),
  )
}

export const composer = (page: Page) => page.getByRole('textbox', { name: /^Message / })

/** Types and sends a message in the browser. */
export async function say(page: Page, text: string) {
  await composer(page).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(composer(page)).toHaveValue('')
}

/** The texts of the messages on the page, from first to last. */
export const wordsOn = (page: Page) => page.locator('[data-entry] p[dir=auto]').allInnerTexts()

/** Reads every message of a conversation from the database. */
export async function wordsKept(conversationId: string): Promise<string[]> {
  const found = await inDatabase((client) =>
    client.query<{ content: string }>(
      'select content from messages where conversation_id = $1 order by position',
      [conversationId],
    ),
  )
  return found.rows.map(({ content }) => content)
}

/** Inserts years of messages in a second, without the triggers that announce each message. */
export async function fillUpTo(conversationId: string, count: number) {
  await inDatabase(async (client) => {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(
      `insert into messages (conversation_id, position, sender_id, content, created_at)
       select $1, n, case when n % 3 = 0 then c.student_id else c.instructor_id end, 'Number ' || n,
         current_instant() - interval '1 minute' * ($2::int - n)
       from conversations c, generate_series(2, $2::int) n where c.id = $1`,
      [conversationId, count],
    )
    await client.query(
      `update conversations set message_count = $2, last_sender_id = instructor_id, last_message_at = current_instant() where id = $1`,
      [conversationId, count],
    )
    await client.query('commit')
  })
}
