import { randomUUID } from 'node:crypto'
import { createHttpApp } from '#app/http/app.ts'
import type { testProduct, Visitor } from './product.ts'

type Product = ReturnType<typeof testProduct>
type Person = Visitor & { userId: string }

/** Sends a message in a conversation. @returns the response */
export const say = (
  person: Visitor,
  conversationId: string,
  content: string,
  clientId: string = randomUUID(),
) => person.post(`/api/conversations/${conversationId}/messages`, { clientId, content })

/** A student sends a first message to a coach. @returns the conversation's id */
export async function beginTalk(student: Visitor, instructorId: string, content = 'Do you teach beginners?') {
  const begun = await student.post('/api/conversations', { clientId: randomUUID(), instructorId, content })
  if (begun.status !== 201) throw new Error(`no conversation: ${begun.text}`)
  return String(begun.json.conversationId)
}

/** All messages of a conversation that a person can read, oldest first. */
export async function readTalk(person: Visitor, conversationId: string): Promise<string[]> {
  const page = await person.get(`/api/conversations/${conversationId}/messages?limit=100`)
  return page.json.messages.map((message: { content: string }) => message.content)
}

/** Sends a request with a non-text body or for part of a file, as a browser does. */
export async function ask(product: Product, person: Visitor, path: string, init: RequestInit = {}) {
  const app = createHttpApp(product.services, () => new Response('page'))
  const answer = await app.request(`http://greenside.test${path}`, {
    ...init,
    headers: { ...(person.cookie ? { cookie: person.cookie } : {}), ...init.headers },
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: answer.headers, bytes, text: bytes.toString('latin1') }
}

/** Uploads a photo or video for a message. */
export async function upload(product: Product, person: Visitor, bytes: Uint8Array<ArrayBuffer>, query = '') {
  const answer = await ask(product, person, `/uploads/message-attachments${query}`, {
    method: 'POST',
    body: bytes,
    headers: { 'content-type': 'image/png', 'content-disposition': 'filename="../../etc/cron.d/x.php"' },
  })
  return { status: answer.status, json: JSON.parse(answer.bytes.toString()) }
}

export interface Heard {
  event: string
  data: string
}

/**
 * Subscribes to topics as a browser does; `events` grows until the stream is closed or has `ended`.
 * @param age maximum age in milliseconds of the data that the client shows
 */
export async function listen(product: Product, person: Visitor, topics: string[], age?: number) {
  const app = createHttpApp(product.services, () => new Response('page'))
  const query = topics.map((topic) => `topic=${topic}`).join('&') + (age ? `&age=${age}` : '')
  const answer = await app.request(`http://greenside.test/events?${query}`, {
    headers: person.cookie ? { cookie: person.cookie } : {},
  })
  const events: Heard[] = []
  const line = { status: answer.status, events, ended: false, close: async () => {} }
  if (answer.status !== 200 || !answer.body) return line
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  line.close = async () => void (await reader.cancel())
  void read()
  return line

  async function read() {
    let rest = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (rest + part.value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const [event = '', data = ''] = block.split('\n')
        events.push({ event: event.replace('event: ', ''), data: data.replace('data: ', '') })
      }
    }
    line.ended = true
  }
}

/** The notices among the received events. */
export const noticesOf = (events: readonly Heard[]) =>
  events.filter(({ event }) => event === 'notice').map(({ data }) => JSON.parse(data))

export type { Person }
