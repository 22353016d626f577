import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { addCoach } from '../support/people.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
const run = (sql: string, values: unknown[] = []) => product.database.pool.query(sql, values)
let maya: Awaited<ReturnType<typeof addCoach>>

beforeAll(async () => {
  maya = await addCoach(product.database.pool, { name: 'Maya "Birdie" <Bennett>' })
})
const panel = (query = '') => product.visitor().get(`/embed/${maya.id}${query}`)
const policyOf = ({ headers }: { headers: Headers }) => headers.get('content-security-policy') ?? ''
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')
const links = (text: string, kind: RegExp) =>
  [...text.matchAll(/<a\s[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => kind.test(tag))
    .map((tag) => (/href="([^"]*)"/.exec(tag)?.[1] ?? '').replaceAll('&amp;', '&'))

describe('the widget for a coach’s own site', () => {
  test('can be framed by any site, is not indexed by search engines and runs no application', async () => {
    const answer = await panel()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-frame-options')).toBeNull()
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(answer.headers.get('set-cookie')).toBeNull()
    const policy = policyOf(answer)
    expect(policy).toContain('frame-ancestors *')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'none'")
    expect(policy).toMatch(/sandbox [^;]*allow-scripts/)
    expect(policy).not.toMatch(/allow-same-origin|allow-forms|unsafe|allow-top-navigation( |;|$)/)
    const [script = '', ...others] = [...answer.text.matchAll(/<script>([\s\S]*?)<\/script>/g)]
    expect(others).toEqual([])
    expect(answer.text).not.toMatch(/<script[^>]+src=|<form|<button|<input/)
    expect(policy).toContain(`script-src 'sha256-${sha256(script[1] ?? '')}'`)
    const style = /<style>([\s\S]*?)<\/style>/.exec(answer.text)?.[1] ?? ''
    expect(policy).toContain(`style-src 'sha256-${sha256(style)}'`)
  })

  test('all other pages refuse to be framed', async () => {
    const addresses = [
      ...['/', '/auth', `/instructor/${maya.id}`, `/instant-book/${maya.id}`, '/checkout/x', '/profile-edit'],
      ...[
        '/embed',
        '/embed/',
        `/embed/${maya.id}/`,
        `/embed/${maya.id}/x`,
        `//embed/${maya.id}`,
        '/embed.js/x',
      ],
      ...[`/api/coaches/${maya.id}`, '/api/v1/spec.json', '/api/docs', '/api/nothing', '/rpc/nothing'],
      ...['/healthz', '/readyz', '/robots.txt', '/dev/outbox', '/files/x', '/events', '/calendar/x.ics'],
    ]
    for (const address of addresses) {
      const answer = await product.visitor().get(address)
      expect(answer.headers.get('x-frame-options'), address).toBe('DENY')
      expect(policyOf(answer), address).toContain("frame-ancestors 'none'")
    }
    const posted = await product.visitor().post(`/embed/${maya.id}`, {})
    expect(posted.headers.get('x-frame-options')).toBe('DENY')
  })

  test('shows the open times from the API, and each opens its booking page in a new tab', async () => {
    const { text } = await panel('?duration=60')
    const { json } = await product.visitor().get(`/api/coaches/${maya.id}/slots?durationMinutes=60`)
    const { date, slots } = json.days.find((day: { date: string }) => day.date === json.firstBookableDate)
    const times = links(text, /data-start/)
    expect(times).toEqual(
      slots.map(
        ({ start }: { start: string }) =>
          `/instructor/${maya.id}?${new URLSearchParams({ place: maya.locationId, duration: '60', date, time: start })}#instant-book-section`,
      ),
    )
    expect(text).toContain(`data-start="${slots[0].start}" data-date="${date}"`)
    const outside = [...text.matchAll(/<a\s[^>]*>/g)].map(([tag]) => tag)
    for (const tag of outside)
      expect(/data-inside/.test(tag) !== /target="_blank" rel="noopener"/.test(tag), tag).toBe(true)
    expect(text).toContain('Maya &quot;Birdie&quot; &lt;Bennett&gt;')
    expect(text).not.toContain('<Bennett>')
    expect(text).toMatch(/1 hour <b>\$85<\/b>/)
    expect(text).toContain('Booked by Greenside')
  })

  test('day, month, length and theme are set by links, and invalid values are ignored', async () => {
    const { json } = await product.visitor().get(`/api/coaches/${maya.id}/slots?durationMinutes=60`)
    const open = json.days.filter(({ slots }: { slots: unknown[] }) => slots.length > 0)
    const later = open.at(-1)
    const shown = await panel(`?date=${later.date}&duration=60&theme=dark`)
    expect(shown.text).toContain('data-theme="dark"')
    expect(links(shown.text, /data-start/)[0]).toContain(encodeURIComponent(later.slots[0].start))
    const before = links(shown.text, /id="before"/)
    for (const link of [...before, ...links(shown.text, /id="length-/)]) {
      expect(link).toContain('theme=dark')
      expect((await panel(link)).status).toBe(200)
    }
    for (const query of [
      '?date=2026-02-31',
      '?date=1999-01-01',
      '?month=x',
      '?duration=7',
      '?place=x',
      '?theme=x',
    ])
      expect(links((await panel(query)).text, /data-start/).length, query).toBeGreaterThan(0)
  })

  test('is the same for everyone: sessions are ignored', async () => {
    const owner = await product.student()
    await run('update profiles set user_type = $2 where id = $1', [owner.userId, 'instructor'])
    const hidden = await addCoach(product.database.pool, { isVisible: false })
    const [sams, visitors] = await Promise.all([owner.get(`/embed/${maya.id}`), panel()])
    expect(sams.text).toBe(visitors.text)
    expect(visitors.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=15, must-revalidate')
    expect((await owner.get(`/embed/${hidden.id}`)).status).toBe(404)
  })

  test('a hidden or unknown coach gets a plain message, inside the frame as well', async () => {
    const hidden = await addCoach(product.database.pool, { name: 'Hidden Harry', isVisible: false })
    for (const id of [hidden.id, crypto.randomUUID(), 'no-coach', '%00']) {
      const answer = await product.visitor().get(`/embed/${id}`)
      expect(answer.status, id).toBe(404)
      expect(answer.text, id).toContain('This coach takes no bookings here')
      expect(answer.text).not.toContain('Harry')
      expect(policyOf(answer)).toContain('frame-ancestors *')
    }
  })

  test('a coach without open times or instant booking is shown as such', async () => {
    const full = await addCoach(product.database.pool, { hours: [] })
    expect((await product.visitor().get(`/embed/${full.id}`)).text).toContain(
      'No open times for 1 hour right now',
    )
    const asks = await addCoach(product.database.pool, { instantBookEnabled: false })
    const { text } = await product.visitor().get(`/embed/${asks.id}`)
    expect(text).toContain('Choose one to ask')
    expect(text).not.toContain('pay there')
  })
})
