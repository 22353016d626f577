import { beforeAll, describe, expect, test } from 'vitest'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { workOff } from '../support/notified.ts'
import { charlotteTime } from '../support/now.ts'
import { testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()

let maya: Visitor & { userId: string; email: string }
let sam: Visitor & { userId: string; email: string }
beforeAll(async () => {
  maya = await signedInCoach(product)
  sam = await product.student()
})

let day = 1
const newStart = () => charlotteTime(2 + day++, 10)
const pathOf = (url: string) => url.replace('http://greenside.test', '')
const lines = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

describe('a private calendar URL', () => {
  const make = async (person: Visitor) => pathOf((await person.post('/api/calendar-feed')).json.url)

  test('shows its owner’s lessons, and nobody else’s, to anyone who has the URL, without signing in', async () => {
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start: newStart() })
    const other = await product.student('Otto Other')
    const foreign = await bookPaid(product, other, { instructorId: maya.userId, start: newStart() })
    const feed = await product.visitor().get(await make(sam))
    expect(feed.headers.get('content-type')).toContain('text/calendar')
    expect(feed.headers.get('cache-control')).toBe('private, no-cache')
    expect(lines(feed.text)).toContain(`UID:${id}@greenside`)
    expect(feed.text).not.toContain(foreign)
    const mayas = await product.visitor().get(await make(maya))
    expect(mayas.text).toContain(id)
    expect(mayas.text).toContain(foreign)
    expect(mayas.text).toContain('SUMMARY:Golf lesson with Sam Rivera')
  })

  test('keeps its ETag while nothing changes and gets a new one when a lesson changes', async () => {
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start: newStart() })
    const path = await make(sam)
    const visitor = product.visitor()
    const first = await visitor.get(path)
    const tag = first.headers.get('etag') ?? ''
    product.clock.advance(60_000)
    const again = await visitor.send('GET', path, undefined, { 'if-none-match': tag })
    expect(again.status).toBe(304)
    expect(again.text).toBe('')
    await maya.post(`/api/bookings/${id}/cancellation`, { expectedRefundCents: 8_500 })
    await product.settle()
    const changed = await visitor.send('GET', path, undefined, { 'if-none-match': tag })
    expect(changed.status).toBe(200)
    expect(changed.text).toContain('STATUS:CANCELLED')
  })

  test('stops working after it is replaced or closed or its owner leaves; all give the same answer', async () => {
    const leaver = await product.student('Lea Leaver')
    const first = await make(leaver)
    const second = await make(leaver)
    const visitor = product.visitor()
    expect((await visitor.get(second)).status).toBe(200)
    const never = await visitor.get(`/calendar/${'A'.repeat(43)}.ics`)
    expect(await visitor.get(first)).toMatchObject({ status: 404, text: never.text })
    await leaver.send('DELETE', '/api/calendar-feed')
    expect(await visitor.get(second)).toMatchObject({ status: 404, text: never.text })
    const third = await make(leaver)
    await product.query('update profiles set closed_at = current_instant() where id = $1', [leaver.userId])
    expect(await visitor.get(third)).toMatchObject({ status: 404, text: never.text })
  })

  test('is stored only as a hash', async () => {
    const path = await make(sam)
    const token = /\/calendar\/([\w-]+)\.ics/.exec(path)?.[1] ?? ''
    const { rows } = await product.database.pool.query('select * from calendar_feeds')
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(Buffer.concat(rows.map((row) => row.token_hash)).toString('latin1')).not.toContain(token)
  })

  test('grants no session: its reader can do nothing else', async () => {
    const path = await make(sam)
    const visitor = product.visitor()
    await visitor.get(path)
    expect(visitor.cookie).toBe('')
    expect((await visitor.get('/api/bookings')).status).toBe(401)
  })
})

describe('the calendar file in an email', () => {
  test('opens without signing in, only for this lesson and side, and follows changes', async () => {
    const start = newStart()
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start })
    await workOff(product)
    const { rows } = await product.database.pool.query(
      `select body_html, calendar_file from local_vendor.outbox where recipient = $1 and subject like 'You are booked%'
       order by created_at desc limit 1`,
      [sam.email],
    )
    const [link = ''] =
      /http:\/\/greenside\.test\/calendar\/lessons\/[^"]+\.ics/.exec(rows[0].body_html) ?? []
    const visitor = product.visitor()
    expect(lines((await visitor.get(pathOf(link))).text)).toContain(`UID:${id}@greenside`)
    expect(rows[0].calendar_file).toContain('SEQUENCE:0')
    for (const forged of [
      link.replace(id, '00000000-0000-4000-8000-000000000000'),
      link.replace(':student', ':coach'),
      link.replace('.ics', 'x.ics'),
    ])
      expect((await visitor.get(pathOf(forged))).status, forged).toBe(404)
    const later = new Date(Date.parse(start) + 3_600_000 * 2).toISOString()
    expect((await sam.post(`/api/bookings/${id}/reschedule`, { start: later })).status).toBe(200)
    const moved = lines((await visitor.get(pathOf(link))).text)
    expect(moved).toEqual(expect.arrayContaining(['SEQUENCE:1', 'METHOD:PUBLISH', `UID:${id}@greenside`]))
    await maya.post(`/api/bookings/${id}/cancellation`, { expectedRefundCents: 8_500 })
    const cancelled = lines((await visitor.get(pathOf(link))).text)
    expect(cancelled).toEqual(expect.arrayContaining(['SEQUENCE:2', 'METHOD:CANCEL', 'STATUS:CANCELLED']))
    expect(cancelled).not.toContain('BEGIN:VALARM')
    await workOff(product)
    const letters = await product.database.pool.query(
      `select calendar_file from local_vendor.outbox where recipient = $1 and subject like 'Cancelled:%' and calendar_file like '%' || $2 || '%'`,
      [sam.email, id],
    )
    expect(letters.rows[0].calendar_file).toContain('METHOD:CANCEL')
    expect(letters.rows[0].calendar_file).toContain('SEQUENCE:2')
  })
})
