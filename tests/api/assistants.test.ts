import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { createHttpApp } from '#app/http/app.ts'
import { scopes } from '#features/access-tokens/scope.ts'
import { report } from '../support/counted.ts'
import { signedInCoach } from '../support/lessons.ts'
import { goodCard } from '../support/now.ts'
import { testProduct, type Visitor } from '../support/product.ts'

/** Assistants of others book by the Model Context Protocol, with access tokens (decision 0141). */

const product = testProduct()
let app: ReturnType<typeof createHttpApp>
let maya: Awaited<ReturnType<typeof signedInCoach>>
beforeAll(async () => {
  app = createHttpApp(product.services, () => new Response(''))
  maya = await signedInCoach(product, 'Maya Bennett')
})

const tokenOf = async (person: Visitor, allowed: readonly string[]) =>
  String(
    (await person.post('/api/me/access-tokens', { name: 'My assistant', scopes: allowed, lifetime: '90' }))
      .json.token,
  )

/** An assistant that a person gave an access token, or none. */
async function assistant(token?: string) {
  const client = new Client({ name: 'assistant of the tests', version: '1.0.0' })
  const headers = token ? { authorization: `Bearer ${token}` } : undefined
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://greenside.test/mcp'), {
      fetch: async (url, init) => await app.request(String(url), init),
      requestInit: headers ? { headers } : {},
    }),
  )
  const spoken: string[] = []
  return {
    spoken,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name).sort(),
    /** @returns the result; its `code` and `message` when the tool refused */
    async use(name: string, given: Record<string, unknown> = {}) {
      const { content, isError } = await client.callTool({ name, arguments: given })
      const [first] = content as { text: string }[]
      const result = first?.text.startsWith('{') ? JSON.parse(first.text) : { message: first?.text }
      spoken.push(`${name} ${JSON.stringify(given)}\n  → ${first?.text.slice(0, 300)}`)
      return { ...result, isError: isError === true }
    },
  }
}

const finding = ['get_coach', 'get_quote', 'list_open_times', 'resolve_date', 'search_coaches']
const everything = [
  ...finding,
  ...['cancel_lesson', 'hold_time', 'list_lessons', 'preview_cancellation', 'send_message'],
].sort()

describe('the tools', () => {
  test('are those that the scopes of the token allow, at most ten', async () => {
    const sam = await product.student('Sam Rivera')
    expect(await (await assistant()).tools()).toEqual(finding)
    expect(await (await assistant(await tokenOf(sam, scopes))).tools()).toEqual(everything)
    expect(everything.length).toBeLessThanOrEqual(10)
    expect(await (await assistant(await tokenOf(sam, ['bookings:read']))).tools()).toEqual(
      [...finding, 'list_lessons', 'preview_cancellation'].sort(),
    )
  })

  test('do nothing beyond the scopes, whoever is signed in', async () => {
    const sam = await product.student('Sam Rivera')
    const reader = await assistant(await tokenOf(sam, ['bookings:read']))
    await expect(reader.use('hold_time', { instructorId: maya.userId })).rejects.toThrow(/hold_time/)
    const call = (headers: Record<string, string>) =>
      app.request('http://greenside.test/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'list_lessons', arguments: {} },
        }),
      })
    const bySession = await call({ cookie: sam.cookie ?? '' })
    expect(await bySession.text()).not.toContain('lessons":')
    const unknown = await call({ authorization: 'Bearer gs_pat_nothing' })
    expect(unknown.status).toBe(401)
    expect((await unknown.json()).code).toBe('token_not_good')
    expect((await call({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  test('answer the handshake of the revision of 2025', async () => {
    const answer = await app.request('http://greenside.test/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'old', version: '1' },
        },
      }),
    })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('"name":"greenside"')
  })
})

test('an assistant finds a coach, quotes and holds a time; a person pays; it cancels', async () => {
  const sam = await product.student('Sam Rivera')
  const agent = await assistant(await tokenOf(sam, scopes))
  const { coaches } = await agent.use('search_coaches', { zip: '28202' })
  expect(coaches.map(({ id }: { id: string }) => id)).toContain(maya.userId)
  const { timeZone, durations } = await agent.use('get_coach', { instructorId: maya.userId })
  const { days } = await agent.use('resolve_date', { words: 'in nine days', timeZone })
  const lesson = { instructorId: maya.userId, durationMinutes: durations.includes(60) ? 60 : durations[0] }
  const { times } = await agent.use('list_open_times', { ...lesson, from: days[0].date })
  const { priceCents, cancellationPolicy } = await agent.use('get_quote', lesson)
  const held = await agent.use('hold_time', {
    ...lesson,
    start: times[0].start,
    priceCents,
    cancellationPolicy,
  })
  expect(held.isError, JSON.stringify(held)).toBe(false)
  expect((await agent.use('list_lessons')).lessons).toMatchObject([
    { status: 'pending', checkoutUrl: held.checkoutUrl },
  ])

  await product.visitor().post(`/api/test-checkouts/${held.checkoutUrl.split('/').at(-1)}/payments`, goodCard)
  await product.hearPayments()
  const [booked] = (await agent.use('list_lessons')).lessons
  expect(booked).toMatchObject({ id: held.bookingId, status: 'confirmed', start: times[0].start })

  expect(
    (await agent.use('send_message', { instructorId: maya.userId, text: 'See you then!' })).isError,
  ).toBe(false)
  const { refundCents, returnsCredit } = await agent.use('preview_cancellation', {
    bookingId: held.bookingId,
  })
  const refused = await agent.use('cancel_lesson', {
    bookingId: held.bookingId,
    refundCents: refundCents + 1,
    returnsCredit,
  })
  expect(refused).toMatchObject({ isError: true, code: 'refund_changed' })
  const agreed = { bookingId: held.bookingId, refundCents, returnsCredit }
  const otherwise = await agent.use('cancel_lesson', { ...agreed, returnsCredit: !returnsCredit })
  expect(otherwise).toMatchObject({ isError: true, code: 'refund_changed' })
  expect((await agent.use('cancel_lesson', agreed)).isError).toBe(false)
  expect((await agent.use('list_lessons', { when: 'past' })).lessons).toMatchObject([{ status: 'cancelled' }])
  report('a session of an assistant', { calls: agent.spoken.length, session: agent.spoken.join('\n') })
})

test('another person’s lesson, a price of before and wrong input are refused with a reason', async () => {
  const sam = await product.student('Sam Rivera')
  const alex = await product.student('Alex Kim')
  const [agent, other] = [
    await assistant(await tokenOf(sam, scopes)),
    await assistant(await tokenOf(alex, scopes)),
  ]
  const lesson = { instructorId: maya.userId, durationMinutes: 60 }
  const { times } = await agent.use('list_open_times', lesson)
  const { priceCents, cancellationPolicy } = await agent.use('get_quote', lesson)
  const start = times.at(-1).start
  expect(
    await agent.use('hold_time', { ...lesson, start, priceCents: priceCents - 500, cancellationPolicy }),
  ).toMatchObject({
    isError: true,
    code: 'price_changed',
  })
  const held = await agent.use('hold_time', { ...lesson, start, priceCents, cancellationPolicy })
  expect(await other.use('preview_cancellation', { bookingId: held.bookingId })).toMatchObject({
    isError: true,
    code: 'no_such_booking',
  })
  expect(await other.use('hold_time', { ...lesson, start, priceCents, cancellationPolicy })).toMatchObject({
    isError: true,
    code: 'slot_taken',
  })
  expect((await agent.use('get_quote', { instructorId: 'Maya', durationMinutes: 60 })).isError).toBe(true)
  expect((await agent.use('resolve_date', { words: 'tomorrow', timeZone: 'Charlotte' })).isError).toBe(true)
})

/** What people ask for, by day and by time. */
const askedDays =
  'tomorrow|the day after tomorrow|Monday|Tuesday|on Wednesday|Thursday|Friday|Saturday|Sunday|in three days|in a week|next week|this weekend|next Friday|in ten days'.split(
    '|',
  )
const askedTimes = ['', ' morning', ' afternoon', ' at 10 am']
const requests = askedDays.flatMap((words) => askedTimes.map((time) => words + time)).slice(0, 50)

test('fifty requests: every time that is offered can be held at once', async () => {
  const sam = await product.student('Sam Rivera')
  const agent = await assistant(await tokenOf(sam, scopes))
  const lesson = { instructorId: maya.userId, durationMinutes: 60 }
  const { priceCents, cancellationPolicy } = await agent.use('get_quote', lesson)
  const { timeZone } = await agent.use('list_open_times', lesson)
  const refused: string[] = []
  let [held, withoutTime] = [0, 0]
  for (const words of requests) {
    const { days } = await agent.use('resolve_date', { words, timeZone })
    expect(days.length, words).toBeGreaterThan(0)
    const asked = { from: days[0].date, to: days.at(-1).date }
    const { times } = await agent.use('list_open_times', { ...lesson, ...asked })
    const [time] = times
    if (!time) {
      withoutTime++
      continue
    }
    const answer = await agent.use('hold_time', {
      ...lesson,
      start: time.start,
      priceCents,
      cancellationPolicy,
    })
    if (answer.isError) refused.push(`${words}: ${JSON.stringify(answer)}`)
    else {
      held++
      await sam.send('DELETE', `/api/bookings/${answer.bookingId}/hold`)
    }
  }
  report('requests of assistants', { requests: requests.length, held, withoutTime, refused: refused.length })
  expect(refused).toEqual([])
  expect(held).toBeGreaterThan(requests.length / 2)
})
