import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { sendTicketStatus } from '#features/support/status-notices.ts'
import { lettersTo } from '../support/mail.ts'
import { testProduct } from '../support/product.ts'
import { whileTicking } from '../support/ticking.ts'

const product = testProduct()
const limited = testProduct({ RATE_LIMITS: 'on' })
const question = (more: object = {}) => ({
  name: 'Lou Haskell',
  email: 'lou@visitors.test',
  message: 'Do coaches lend clubs to left-handers?',
  clientId: randomUUID(),
  ...more,
})

type Member = Awaited<ReturnType<typeof product.student>>
let sam: Member
let alex: Member
let avery: Member
beforeAll(async () => {
  sam = await product.student('Sam Rivera')
  alex = await product.student('Alex Chu')
  avery = await product.admin('Avery Admin')
})

const ticketRows = async (email: string) =>
  await product.query('select user_id, subject, message, status from support_tickets where user_email = $1', [
    email,
  ])

const ask = async (who: Member, message: string, subject = 'My lesson on Friday') => {
  const sent = await who.post('/api/support-tickets', question({ email: who.email, message, subject }))
  expect(sent.status).toBe(201)
  const mine = (await who.get('/api/support-tickets')).json
  return String(mine.find((ticket: { message: string }) => ticket.message === message).id)
}

describe('a visitor asks for help [row 91]', () => {
  test('the question is stored as a chat support request without an account', async () => {
    const sent = await product.visitor().post('/api/support-tickets', question())
    expect(sent.status).toBe(201)
    expect(await ticketRows('lou@visitors.test')).toEqual([
      {
        user_id: null,
        subject: 'Chat Support Request',
        message: 'Do coaches lend clubs to left-handers?',
        status: 'open',
      },
    ])
  })

  test('is stored once when sent twice, by a double click or a lost response', async () => {
    const once = question({ email: 'twice@visitors.test' })
    const visitor = product.visitor()
    const answers = await Promise.all([1, 2, 3].map(() => visitor.post('/api/support-tickets', once)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await ticketRows('twice@visitors.test')).toHaveLength(1)
  })

  test('can’t be sent in another person’s name', async () => {
    const sent = await product
      .visitor()
      .post(
        '/api/support-tickets',
        question({ email: 'forger@visitors.test', user_id: sam.userId, userId: sam.userId }),
      )
    expect(sent.status).toBe(201)
    expect(await ticketRows('forger@visitors.test')).toMatchObject([{ user_id: null }])
  })

  test('from a bot is silently dropped: every field filled in, or typed faster than a person', async () => {
    for (const more of [{ website: 'https://pills.test' }, { filledInMs: 40 }]) {
      const sent = await product
        .visitor()
        .post('/api/support-tickets', question({ email: 'robot@visitors.test', ...more }))
      expect(sent.status).toBe(201)
    }
    expect(await ticketRows('robot@visitors.test')).toEqual([])
  })

  test.each([
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ name: 'x'.repeat(101) }, 'name', 'Name must be less than 100 characters'],
    [{ email: 'lou' }, 'email', 'Invalid email address'],
    [{ email: `${'x'.repeat(250)}@a.test` }, 'email', 'Email must be less than 255 characters'],
    [{ message: '' }, 'message', 'Message is required'],
    [{ message: 'x'.repeat(2001) }, 'message', 'Message must be less than 2000 characters'],
  ])('%j is refused', async (wrong, path, message) => {
    const sent = await product.visitor().post('/api/support-tickets', question(wrong))
    expect(sent.status).toBe(400)
    expect(sent.json.data.issues).toContainEqual({ path, message })
  })

  test('is limited to eight an hour per address', async () => {
    const visitor = limited.visitor()
    const from = { 'x-forwarded-for': '203.0.113.7' }
    const statuses: number[] = []
    for (let n = 0; n < 20; n++)
      statuses.push(
        (await visitor.post('/api/support-tickets', question({ email: `many-${n}@visitors.test` }), from))
          .status,
      )
    expect(statuses.at(-1)).toBe(429)
    expect(statuses).not.toContain(500)
  })
})

describe('a member’s support ticket', () => {
  test('is answered by email and on the page, and can be replied to', async () => {
    const id = await ask(sam, 'The range was closed.')
    const answered = await avery.post('/api/functions/send-support-notification', {
      ticketId: id,
      adminResponse: 'Sorry! We refunded it. <b>Really.</b>',
    })
    expect(answered.status).toBe(200)
    expect((await sam.get(`/api/support-tickets/${id}`)).json).toMatchObject({
      status: 'in_progress',
      isAnswered: true,
      replies: [{ isStaff: true, message: 'Sorry! We refunded it. <b>Really.</b>' }],
    })
    await product.sendMessages()
    const [letter] = await lettersTo(product.database.pool, sam.email).then((letters) =>
      letters.filter(({ subject }) => subject === 'Re: My lesson on Friday'),
    )
    expect(letter?.text).toContain('We refunded it. <b>Really.</b>')
    expect(letter?.text).toContain(`/support?ticket=${id}`)
    const news = (await sam.get('/api/notifications')).json.items
    expect(news).toMatchObject([
      { kind: 'ticket_reply', title: 'We answered: My lesson on Friday', href: `/support?ticket=${id}` },
    ])

    expect((await sam.post(`/api/support-tickets/${id}/closure`)).status).toBe(200)
    expect((await sam.get(`/api/support-tickets/${id}`)).json.status).toBe('closed')
    const again = { clientId: randomUUID(), message: 'One more thing.' }
    for (let n = 0; n < 2; n++)
      expect((await sam.post(`/api/support-tickets/${id}/replies`, again)).status).toBe(201)
    expect((await sam.get(`/api/support-tickets/${id}`)).json).toMatchObject({
      status: 'open',
      isAnswered: false,
      replies: [{ isStaff: true }, { isStaff: false, message: 'One more thing.' }],
    })
  })

  test('is answered in the app for a person who turned off emails', async () => {
    const quiet = await product.student('Quiet Quinn')
    const id = await ask(quiet, 'No mail, please.', 'Silence')
    const choice = JSON.stringify({ kind: 'ticket_reply', channel: 'email', enabled: false })
    expect(
      (
        await quiet.send('PUT', '/api/notification-preferences', choice, {
          'content-type': 'application/json',
        })
      ).status,
    ).toBe(200)
    const answer = { ticketId: id, clientId: randomUUID(), adminResponse: 'Understood.' }
    for (let n = 0; n < 2; n++) await avery.post('/api/functions/send-support-notification', answer)
    await product.sendMessages()
    expect((await quiet.get('/api/notifications')).json.items).toMatchObject([
      { title: 'We answered: Silence', body: 'Understood.' },
    ])
    const letters = await lettersTo(product.database.pool, quiet.email)
    expect(letters.filter(({ subject }) => subject.startsWith('Re:'))).toEqual([])
  })

  test('is answered by email although the member was suspended meanwhile', async () => {
    const lee = await product.student('Lee Marsh')
    const id = await ask(lee, 'Why was my lesson cancelled?')
    const suspended = await avery.post('/api/admin/lists/users/acts/suspend', {
      ids: [lee.userId],
      shown: 1,
      reason: 'Fraud suspected',
    })
    expect(suspended.status, suspended.text).toBe(200)
    const answer = { ticketId: id, clientId: randomUUID(), adminResponse: 'Your coach fell ill.' }
    expect((await avery.post('/api/functions/send-support-notification', answer)).status).toBe(200)
    await product.sendMessages()
    const letters = await lettersTo(product.database.pool, lee.email)
    expect(letters.find(({ subject }) => subject.startsWith('Re:'))?.text).toContain('Your coach fell ill.')
  })

  test('of a visitor is answered at the given address', async () => {
    await product.visitor().post('/api/support-tickets', question({ email: 'answer-me@visitors.test' }))
    const { rows } = await product.database.pool.query(
      `select id from support_tickets where user_email = 'answer-me@visitors.test'`,
    )
    const input = { ticketId: rows[0].id, clientId: randomUUID(), adminResponse: 'Most of them do.' }
    for (let n = 0; n < 2; n++) await avery.post('/api/functions/send-support-notification', input)
    await product.sendMessages()
    const letters = await lettersTo(product.database.pool, 'answer-me@visitors.test')
    expect(letters.map(({ subject }) => subject)).toEqual(['Re: Chat Support Request'])
  })

  test('can’t be read, answered or closed by another member, who gets “not found”', async () => {
    const id = await ask(sam, 'Between you and me.')
    const nothing = randomUUID()
    for (const ticket of [id, nothing]) {
      const tries = [
        await alex.get(`/api/support-tickets/${ticket}`),
        await alex.post(`/api/support-tickets/${ticket}/replies`, {
          clientId: randomUUID(),
          message: 'Me, too',
        }),
        await alex.post(`/api/support-tickets/${ticket}/closure`),
      ]
      for (const answer of tries) expect([answer.status, answer.json.code]).toEqual([404, 'no_such_ticket'])
    }
    expect((await alex.get('/api/support-tickets')).json).toEqual([])
    expect((await sam.get(`/api/support-tickets/${id}`)).json).toMatchObject({ status: 'open', replies: [] })
  })

  test('shows an admin who asked, and can get any status', async () => {
    const id = await ask(alex, 'Where is my receipt?', 'Receipt')
    const open = (await avery.get('/api/admin/support-tickets?status=open')).json
    expect(open.tickets.find((ticket: { id: string }) => ticket.id === id)).toMatchObject({
      userName: 'Lou Haskell',
      userEmail: alex.email,
      userId: alex.userId,
    })
    for (const status of ['closed', 'in_progress', 'open', 'closed']) {
      const moved = await avery.put(`/api/admin/support-tickets/${id}/status`, { status })
      expect(moved.status).toBe(200)
      expect((await alex.get(`/api/support-tickets/${id}`)).json.status).toBe(status)
    }
  })
})

describe('two admins and one ticket [row 125]', () => {
  let blake: Member
  beforeAll(async () => {
    blake = await product.admin('Blake Moore')
  })
  const read = async (who: Member, id: string) => (await who.get(`/api/admin/support-tickets/${id}`)).json
  const answer = (who: Member, ticketId: string, adminResponse: string, seenReplies: number) =>
    who.post('/api/functions/send-support-notification', { ticketId, adminResponse, seenReplies })

  test('each sees who else has it open, who owns it and who answered; a conflicting answer is held back', async () => {
    const id = await ask(alex, 'May I bring a friend?')
    const view = (who: Member) => who.post(`/api/admin/support-tickets/${id}/views`)
    expect((await view(avery)).json).toEqual({ viewers: [], replies: 0 })
    expect((await view(blake)).json).toEqual({ viewers: ['Avery Admin'], replies: 0 })
    expect(await read(avery, id)).toMatchObject({ viewers: ['Blake Moore'], owner: null })
    expect((await answer(avery, id, 'Yes, of course.', 0)).status).toBe(200)
    const crossed = await answer(blake, id, 'No, sorry.', 0)
    expect([crossed.status, crossed.json.code]).toEqual([409, 'answered_meanwhile'])
    expect(crossed.json.message).toContain('Avery Admin answered')
    expect(await read(blake, id)).toMatchObject({
      owner: { name: 'Avery Admin', isMe: false },
      replies: [{ by: 'Avery Admin', message: 'Yes, of course.' }],
    })
    expect((await answer(blake, id, 'One friend, to be exact.', 1)).status).toBe(200)
    const own = (body: object) => blake.put(`/api/admin/support-tickets/${id}/owner`, body)
    expect((await own({ isMine: true })).status).toBe(200)
    expect((await read(blake, id)).owner).toEqual({ name: 'Blake Moore', isMe: true })
    product.clock.moveTo(product.clock.now() + 61_000)
    expect((await read(avery, id)).viewers).toEqual([])
    expect((await alex.get(`/api/support-tickets/${id}`)).json.replies[0]).not.toHaveProperty('by')
    expect((await alex.post(`/api/admin/support-tickets/${id}/views`)).status).toBe(403)
  })

  const set = (id: string, status: string) => avery.put(`/api/admin/support-tickets/${id}/status`, { status })
  const waitingNotices = async (id: string) =>
    (
      await product.query(
        `select data from pgboss.job where name = 'tell-of-ticket-status' and data ->> 'ticketId' = $1 order by start_after`,
        [id],
      )
    ).map(({ data }) => data)
  const toldOfStatus = async (who: Member) =>
    (await who.get('/api/notifications')).json.items
      .filter(({ kind }: { kind: string }) => kind === 'ticket_status')
      .map(({ title }: { title: string }) => title)

  test('a status change is announced after a delay: one that is undone at once notifies nobody', async () => {
    const id = await ask(alex, 'Where is my invoice?')
    await set(id, 'closed')
    product.clock.moveTo(product.clock.now() + 1_000)
    await set(id, 'open')
    product.clock.moveTo(product.clock.now() + 1_000)
    await set(id, 'closed')
    const waiting = await waitingNotices(id)
    expect(waiting).toHaveLength(3)
    for (const job of [...waiting, ...waiting]) await sendTicketStatus(product.services, job)
    expect(await toldOfStatus(alex)).toEqual(['Closed: My lesson on Friday'])
    await product.sendMessages()
    const letters = await lettersTo(product.database.pool, alex.email)
    expect(letters.map(({ subject }: { subject: string }) => subject)).toContain(
      'Your request: My lesson on Friday',
    )
  })

  test('a ticket that was closed by mistake and reopened at once notifies nobody, and one reopened later does', async () => {
    const robin = await product.student('Robin Day')
    const id = await ask(robin, 'One?', 'One')
    const tell = async () => {
      for (const job of await waitingNotices(id)) await sendTicketStatus(product.services, job)
    }
    await set(id, 'closed')
    product.clock.advance(1_000)
    await set(id, 'open')
    await tell()
    expect(await toldOfStatus(robin)).toEqual([])
    product.clock.advance(1_000)
    await avery.post('/api/admin/lists/support-tickets/acts/close', { ids: [id], shown: 1 })
    await tell()
    product.clock.advance(1_000)
    await set(id, 'open')
    await tell()
    expect((await toldOfStatus(robin)).sort()).toEqual(['Closed: One', 'Reopened: One'])
  })

  test('a status change is announced although time passes while it is stored, alone and from the list', async () => {
    const robin = await product.student('Robin Day')
    const [one, two] = [await ask(robin, 'One?', 'One'), await ask(robin, 'Two?', 'Two')]
    await whileTicking(product.clock, async () => {
      await set(one, 'closed')
      await avery.post('/api/admin/lists/support-tickets/acts/takeUp', { ids: [two], shown: 1 })
    })
    for (const id of [one, two])
      for (const job of await waitingNotices(id)) await sendTicketStatus(product.services, job)
    expect((await toldOfStatus(robin)).sort()).toEqual(['Closed: One', 'In progress: Two'])
  })

  test('a change from the list that was undone before it was announced notifies nobody', async () => {
    const robin = await product.student('Robin Day')
    const id = await ask(robin, 'One?', 'One')
    const closed = await avery.post('/api/admin/lists/support-tickets/acts/close', { ids: [id], shown: 1 })
    const { actId } = closed.json
    product.clock.advance(1_000)
    const undone = await avery.post('/api/admin/lists/support-tickets/acts/close/undo', { actId })
    expect(undone.json).toEqual({ restored: 1, skipped: 0 })
    const waiting = await waitingNotices(id)
    expect(waiting).toHaveLength(1)
    for (const job of waiting) await sendTicketStatus(product.services, job)
    expect(await toldOfStatus(robin)).toEqual([])
  })
})
