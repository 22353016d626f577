import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { remindOfLessons } from '#features/lesson-letters/reminders.ts'
import { HOUR } from '#platform/duration.ts'
import { senderOf } from '#platform/site-settings.ts'
import { formatLesson } from '#platform/time.ts'
import { localSmsSignature } from '#ports/sms/local.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { outboxOf, workOff } from '../support/notified.ts'
import { charlotteTime } from '../support/now.ts'
import { testProduct, testSecret, type Visitor } from '../support/product.ts'
import { startPushDouble } from '../support/push-double.ts'
import { agreeToTexts } from '../support/texting.ts'
import { codeFrom } from '../support/totp.ts'

const pushDouble = await startPushDouble()
const keys = webPush.generateVAPIDKeys()
const product = testProduct({
  VAPID_PUBLIC_KEY: keys.publicKey,
  VAPID_PRIVATE_KEY: keys.privateKey,
  PUSH_EXTRA_HOSTS: pushDouble.host,
})

type Person = Awaited<ReturnType<typeof product.student>>
/** A time in Charlotte at which texts may be sent and lessons start. */
const morning = Date.parse(charlotteTime(0, 10))
/** The text that confirms a reply of YES. */
const yesConfirmed = 'Greenside: texts about your lessons are on'
let maya: Person
let sam: Person
let day = 1
beforeAll(async () => {
  maya = await signedInCoach(product)
})
beforeEach(async () => {
  product.clock.moveTo(morning)
  sam = await product.student()
  await giveOwnPhone(sam)
})

let phones = 1_000
const phoneOf = (person: object) => ('phone' in person ? person.phone : undefined)
/** Gives every account its own phone number, by which the texts are distinguished. */
async function giveOwnPhone(person: Person & { phone?: string }) {
  person.phone = `+1312555${++phones}`
  await product.query('update profiles set phone = $2 where id = $1', [person.userId, person.phone])
}

/** A lesson on its own day, at 10 in Charlotte. */
async function book(student = sam): Promise<{ id: string; start: number }> {
  const start = new Date(charlotteTime(2 + day++, 10))
  const id = await bookPaid(product, student, { instructorId: maya.userId, start: start.toISOString() })
  await workOff(product)
  return { id, start: start.getTime() }
}

const told = async (person: Person) => (await person.get('/api/notifications')).json
const subjects = async (person: Person & { phone?: string }, channel = 'email') =>
  (await outboxOf(product, person))
    .filter((one) => one.channel === channel)
    .map((one) => one.subject ?? one.body_text)
    .filter((words) => !words.includes('Greenside code') && !words.startsWith(yesConfirmed))

const confirmations = async (person: Person) =>
  (await subjects(person)).filter((subject) => subject.startsWith('You are booked'))

describe('the list', () => {
  test('notifies both of a booking once, with a link to the lesson; reading lowers the count', async () => {
    const { id } = await book()
    expect((await told(sam)).items).toMatchObject([
      {
        kind: 'lesson_booked',
        title: 'You are booked with Coach Maya',
        href: `/lessons?lesson=${id}`,
        isRead: false,
      },
    ])
    expect((await maya.get('/api/notifications/unread')).json.newest[0]).toMatchObject({
      title: 'Sam Rivera booked a lesson',
    })
    const [{ id: notification }] = (await told(sam)).items
    await maya.post('/api/notifications/read', { ids: [notification] })
    expect((await told(sam)).unread).toBe(1)
    expect((await sam.post('/api/notifications/read', { ids: [notification] })).json).toEqual({ unread: 0 })
    expect((await told(sam)).items).toMatchObject([{ isRead: true }])
  })

  test('has no entry for people who turned list entries off, who are still notified once otherwise', async () => {
    await sam.put('/api/notification-preferences', {
      kind: 'lesson_booked',
      channel: 'in_app',
      enabled: false,
    })
    await book()
    expect(await told(sam)).toMatchObject({ items: [], total: 0, unread: 0 })
    expect(await confirmations(sam)).toHaveLength(1)
  })
})

describe('reminders', () => {
  test('are sent to the student a day and two hours before, once each no matter how often the clock ticks', async () => {
    const { start } = await book()
    const before = (await subjects(sam)).length
    for (const at of [-25, -24, -23.5, -12, -2, -1.5, -0.2, 0.1]) {
      product.clock.moveTo(start + at * HOUR)
      await remindOfLessons(product.services)
      await remindOfLessons(product.services)
      await workOff(product)
    }
    expect((await subjects(sam)).slice(before)).toEqual([
      expect.stringMatching(/^Coming up: your lesson with Coach Maya, .*E[SD]T$/),
      expect.stringMatching(/^Soon: your lesson with Coach Maya, .*E[SD]T$/),
    ])
  })

  test('of a moved lesson are sent for its new time only', async () => {
    const { id, start } = await book()
    product.clock.moveTo(start - 47 * HOUR)
    const later = new Date(start + 48 * HOUR + HOUR)
    const moved = await maya.post(`/api/bookings/${id}/reschedule`, { start: later.toISOString() })
    expect(moved.status, moved.text).toBe(200)
    await workOff(product)
    const before = (await subjects(sam)).length
    product.clock.moveTo(start - 20 * HOUR)
    await remindOfLessons(product.services)
    await workOff(product)
    expect((await subjects(sam)).slice(before)).toEqual([])
    product.clock.moveTo(later.getTime() - 20 * HOUR)
    await remindOfLessons(product.services)
    await workOff(product)
    expect((await subjects(sam)).slice(before)).toHaveLength(1)
    day += 3
  })

  test('still queued when the lesson is canceled are not sent, and the log says why', async () => {
    const { id, start } = await book()
    product.clock.moveTo(start - 23 * HOUR)
    await remindOfLessons(product.services)
    await maya.post(`/api/bookings/${id}/cancellation`, { expectedRefundCents: 8_500 })
    await workOff(product)
    expect((await subjects(sam)).filter((one) => one.startsWith('Coming up'))).toEqual([])
    const { rows } = await product.database.pool.query(
      `select status, error_message from email_logs where template_key = 'lesson-reminder-student' and recipient_email = $1`,
      [sam.email],
    )
    expect(rows).toEqual([{ status: 'skipped', error_message: 'not sent: the lesson does not take place' }])
  })

  test('already due when the lesson is booked on the same day are skipped', async () => {
    const soon = morning + 26 * HOUR
    await bookPaid(product, sam, { instructorId: maya.userId, start: new Date(soon).toISOString() })
    await product.query(`update payments set paid_at = to_timestamp($2) where student_id = $1`, [
      sam.userId,
      (soon - 20 * HOUR) / 1_000,
    ])
    product.clock.moveTo(soon - 19 * HOUR)
    expect(await remindOfLessons(product.services)).toBe(0)
  })
})

describe('texts', () => {
  const agree = async (person: Person) => await agreeToTexts(product, person, String(phoneOf(person)))
  let texts = 0
  async function texted(phone: string, words: string, id = `SM${++texts}`) {
    const fields = { MessageSid: id, From: phone, To: '+13125550100', Body: words }
    const url = 'http://greenside.test/webhooks/sms'
    return await product.visitor().send('POST', '/webhooks/sms', new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': localSmsSignature(testSecret, url, fields),
    })
  }

  test('are sent only to people who agreed, and the text they agreed to is stored', async () => {
    await book()
    expect(await subjects(sam, 'sms')).toEqual([])
    expect((await agree(sam)).status).toBe(200)
    await book()
    expect(await subjects(sam, 'sms')).toEqual([expect.stringContaining('booked with Coach Maya')])
    const { rows } = await product.database.pool.query(
      'select phone, action, source, wording, said_at from sms_consents where user_id = $1',
      [sam.userId],
    )
    expect(rows).toMatchObject([{ phone: phoneOf(sam), action: 'given', source: 'settings' }])
    expect(rows[0].wording).toContain('Reply STOP to end')
  })

  test('end at once on STOP, including queued ones; the settings can’t undo it, START can', async () => {
    const phone = `+1704555${++phones}`
    await product.query('update profiles set phone = $2 where id = $1', [sam.userId, phone])
    const person = Object.assign(sam, { phone })
    await agree(sam)
    expect((await texted(phone, ' Stop. ')).status).toBe(200)
    await book()
    expect(await subjects(person, 'sms')).toEqual([])
    expect((await agree(sam)).json.code).toBe('stopped')
    expect((await sam.get('/api/notification-preferences')).json.texts.state).toBe('stopped')
    await texted(phone, 'START')
    await book()
    expect(await subjects(person, 'sms')).toHaveLength(1)
  })

  test('received twice count once; forged ones are rejected; a sentence with “stop” in it stops nothing', async () => {
    const phone = `+1704555${++phones}`
    await product.query('update profiles set phone = $2 where id = $1', [sam.userId, phone])
    Object.assign(sam, { phone })
    await agree(sam)
    await texted(phone, 'stop', 'SM-once')
    await texted(phone, 'START')
    await texted(phone, 'stop', 'SM-once')
    await texted(phone, 'Can we stop at the range first?')
    const forged = await product
      .visitor()
      .send('POST', '/webhooks/sms', `MessageSid=SMx&From=${encodeURIComponent(phone)}&Body=STOP`, {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=',
      })
    expect(forged.status).toBe(400)
    expect((await sam.get('/api/notification-preferences')).json.texts.state).toBe('agreed')
  })

  test('confirm an opt-in at once, even at night', async () => {
    const phone = `+1704555${++phones}`
    await product.query('update profiles set phone = $2 where id = $1', [sam.userId, phone])
    product.clock.moveTo(Date.parse(charlotteTime(0, 22, 30)))
    await agree(Object.assign(sam, { phone }))
    await workOff(product)
    const texts = (await outboxOf(product, { phone }))
      .map(({ body_text }) => body_text)
      .filter((words) => !words.includes('Greenside code'))
    expect(texts).toEqual([expect.stringMatching(/^Greenside: texts about your lessons are on.+STOP.+HELP/)])
  })

  test('wait until morning at night, emails do not', async () => {
    const phone = `+1704555${++phones}`
    await product.query('update profiles set phone = $2 where id = $1', [sam.userId, phone])
    const person = Object.assign(sam, { phone })
    await agree(sam)
    product.clock.moveTo(Date.parse(charlotteTime(0, 22, 30)))
    await book()
    expect(await subjects(person, 'sms')).toEqual([])
    expect(await confirmations(person)).toHaveLength(1)
    product.clock.moveTo(Date.parse(charlotteTime(1, 8)))
    await workOff(product)
    expect(await subjects(person, 'sms')).toHaveLength(1)
  })
})

describe('push notifications', () => {
  test('reach every subscribed browser, encrypted for it; expired subscriptions are deleted', async () => {
    const [phone, laptop, old] = [pushDouble.browser(), pushDouble.browser(), pushDouble.browser()]
    const [stranger, theirs] = [await product.student('Somebody Else'), pushDouble.browser()]
    const { endpoint: theirAddress, p256dh: theirKey, auth: theirSecret } = theirs
    await stranger.post('/api/push-subscriptions', {
      endpoint: theirAddress,
      p256dh: theirKey,
      auth: theirSecret,
      device: 'Firefox',
    })
    pushDouble.answer(old.path, 410)
    for (const { endpoint, p256dh, auth } of [phone, laptop, old])
      expect(
        (await sam.post('/api/push-subscriptions', { endpoint, p256dh, auth, device: 'Chrome' })).status,
      ).toBe(201)
    const { id } = await book()
    const got = pushDouble.pushed.filter(({ path }) => [phone.path, laptop.path].includes(path))
    expect(got.map(({ payload }) => JSON.parse(payload ?? '{}'))).toEqual([
      expect.objectContaining({ title: 'You are booked with Coach Maya', href: `/lessons?lesson=${id}` }),
      expect.objectContaining({ title: 'You are booked with Coach Maya' }),
    ])
    expect(pushDouble.pushed.filter(({ path }) => path === theirs.path)).toEqual([])
    const { push } = (await sam.get('/api/notification-preferences')).json
    expect(push.devices).toHaveLength(2)
    expect(JSON.stringify(push)).not.toContain(phone.endpoint)
  })

  test.each([
    ['has expired', 410],
    ['is refused', 403],
  ])(
    'are sent again after an outage of one push service, also when another subscription %s',
    async (_, status) => {
      const [old, laptop] = [pushDouble.browser(), pushDouble.browser()]
      for (const { endpoint, p256dh, auth } of [old, laptop]) {
        await sam.post('/api/push-subscriptions', { endpoint, p256dh, auth, device: 'Chrome' })
        product.clock.moveTo(morning + 60_000)
      }
      pushDouble.answer(old.path, status)
      pushDouble.answer(laptop.path, 503)
      await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(2 + day++, 10) })
      expect(await workOff(product), 'attempts that the queue repeats').toBe(2)
      const got = () => pushDouble.pushed.filter(({ path }) => path === laptop.path)
      expect(got()).toEqual([])
      pushDouble.answer(laptop.path, 201)
      await product.query(
        `update pgboss.job set state = 'retry' where name = 'send-push' and data ->> 'userId' = $1`,
        [sam.userId],
      )
      await workOff(product)
      expect(got()).toHaveLength(1)
    },
  )

  test('that waited overnight name the time of the lesson as it is in the morning', async () => {
    const { path, endpoint, p256dh, auth } = pushDouble.browser()
    await sam.post('/api/push-subscriptions', { endpoint, p256dh, auth, device: 'Chrome' })
    product.clock.moveTo(Date.parse(charlotteTime(0, 22, 30)))
    const { id } = await book()
    const start = charlotteTime(2 + day++, 14)
    const moved = await sam.post(`/api/bookings/${id}/reschedule`, { start })
    expect(moved.status, moved.text).toBe(200)
    await workOff(product)
    const pushed = () => pushDouble.pushed.filter((one) => one.path === path)
    expect(pushed()).toEqual([])
    product.clock.moveTo(Date.parse(charlotteTime(1, 8)))
    await workOff(product)
    const when = formatLesson(start, 60, 'America/New_York')
    expect(pushed().map(({ payload }) => JSON.parse(payload ?? '{}'))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          title: 'You are booked with Coach Maya',
          body: expect.stringContaining(when),
        }),
        expect.objectContaining({ body: expect.stringContaining(when) }),
      ]),
    )
    expect(pushed()).toHaveLength(2)
  })

  test('are sent only to known push services', async () => {
    const { p256dh, auth } = pushDouble.browser()
    const refused = await sam.post('/api/push-subscriptions', {
      endpoint: 'http://169.254.169.254/latest',
      p256dh,
      auth,
      device: '',
    })
    expect(refused.json.code).toBe('bad_endpoint')
  })

  test('go to the person’s ten most recent browsers, regardless of other people’s', async () => {
    const [many, few] = [await product.student('Many Devices'), await product.student('Few Devices')]
    const add = async (person: Person) => {
      const { endpoint, p256dh, auth } = pushDouble.browser()
      await person.post('/api/push-subscriptions', { endpoint, p256dh, auth, device: 'Chrome' })
    }
    const countOf = async (person: Person) =>
      (await person.get('/api/notification-preferences')).json.push.devices.length
    await add(few)
    for (let n = 0; n < 12; n++) await add(many)
    await add(few)
    expect([await countOf(many), await countOf(few)]).toEqual([10, 2])
  })

  test('of another account can’t be turned off', async () => {
    const { endpoint, p256dh, auth } = pushDouble.browser()
    await sam.post('/api/push-subscriptions', { endpoint, p256dh, auth, device: 'Chrome' })
    const [{ id }] = (await sam.get('/api/notification-preferences')).json.push.devices
    const turnOff = (person: Person, which: object) =>
      person.send('DELETE', '/api/push-subscriptions', JSON.stringify(which), {
        'content-type': 'application/json',
      })
    await turnOff(maya, { id })
    await turnOff(maya, { endpoint })
    expect((await sam.get('/api/notification-preferences')).json.push.devices).toHaveLength(1)
    await turnOff(sam, { id })
    expect((await sam.get('/api/notification-preferences')).json.push.devices).toEqual([])
  })
})

describe('unsubscribing', () => {
  async function reminderOf(person: Person) {
    const { start } = await book(person)
    product.clock.moveTo(start - 20 * HOUR)
    await remindOfLessons(product.services)
    await workOff(product)
    const { rows } = await product.database.pool.query(
      `select unsubscribe_url, body_html from local_vendor.outbox where recipient = $1 and subject like 'Coming up%'`,
      [person.email],
    )
    return rows
  }

  test('opening the link changes nothing, the mail program’s button unsubscribes; bookings are still confirmed', async () => {
    const [reminder] = await reminderOf(sam)
    const link = reminder.unsubscribe_url.replace('http://greenside.test', '')
    expect(reminder.body_html).toContain('/unsubscribe?token=')
    // Optional emails must by law name the sender and the sender's address.
    expect(reminder.body_html).toContain(`${senderOf(product.services.env)}</p>`)
    const stranger = product.visitor()
    await stranger.get(link)
    const token = new URL(reminder.unsubscribe_url).searchParams.get('token')
    const shown = await stranger.get(`/api/email-subscription?token=${encodeURIComponent(token ?? '')}`)
    expect(shown.json).toMatchObject({ label: 'Reminders', isOn: true })
    expect(shown.text).not.toContain(sam.email)
    const clicked = await stranger.send('POST', link, 'List-Unsubscribe=One-Click', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(clicked.status).toBe(200)
    product.clock.moveTo(morning)
    expect(await reminderOf(sam)).toHaveLength(1)
    expect(await confirmations(sam)).toHaveLength(2)
  })

  test('a tampered link, or one for another kind, does nothing', async () => {
    const [reminder] = await reminderOf(sam)
    const url = new URL(reminder.unsubscribe_url)
    const token = url.searchParams.get('token') ?? ''
    for (const forged of [
      token.replace('lesson_reminder', 'message'),
      token.replace(sam.userId, maya.userId),
      `${token}A`,
      '',
      `${sam.userId}:lesson_reminder`,
    ]) {
      const answer = await product
        .visitor()
        .send('POST', `/unsubscribe?token=${encodeURIComponent(forged)}`, 'List-Unsubscribe=One-Click', {
          'content-type': 'application/x-www-form-urlencoded',
        })
      expect(answer.status, forged).toBe(404)
    }
    const kinds = (await sam.get('/api/notification-preferences')).json.kinds
    expect(kinds.every((one: { email: boolean }) => one.email)).toBe(true)
  })

  test('booking confirmations can’t be turned off and carry no unsubscribe link', async () => {
    const refused = await sam.put('/api/notification-preferences', {
      kind: 'lesson_booked',
      channel: 'email',
      enabled: false,
    })
    expect(refused.json.code).toBe('cannot_be_off')
    await book()
    const { rows } = await product.database.pool.query(
      `select unsubscribe_url, calendar_file from local_vendor.outbox where recipient = $1 and channel = 'email'
       and subject like 'You are booked%'`,
      [sam.email],
    )
    expect(rows).toEqual([
      { unsubscribe_url: null, calendar_file: expect.stringContaining('METHOD:PUBLISH') },
    ])
  })
})

describe('push notifications end', () => {
  const password = 'fairway-seven'
  const signedIn = async (email: string) => {
    const browser = product.visitor()
    expect((await browser.post('/api/sessions', { email, password })).status).toBe(201)
    return browser
  }
  const subscribe = async (browser: Visitor, device: string) => {
    const { endpoint, p256dh, auth } = pushDouble.browser()
    const subscribed = await browser.post('/api/push-subscriptions', { endpoint, p256dh, auth, device })
    expect(subscribed.status, subscribed.text).toBe(201)
    return endpoint
  }
  const devicesOf = async (person: Visitor) =>
    (await person.get('/api/notification-preferences')).json.push.devices
      .map(({ device }: { device: string }) => device)
      .toSorted()
  const otherSessions = async (person: Visitor) =>
    (await person.get('/api/me/sessions')).json.filter(
      ({ isThisOne }: { isThisOne: boolean }) => !isThisOne,
    ) as { id: string }[]
  const signOut = (person: Visitor, id: string | undefined, body: object = {}) =>
    person.send('DELETE', `/api/me/sessions/${id}`, JSON.stringify(body), {
      'content-type': 'application/json',
    })

  test('in a browser that is signed out from another one, and go on in the others', async () => {
    const stranger = await signedIn(sam.email)
    await subscribe(stranger, 'Stolen phone')
    const [stolen] = await otherSessions(sam)
    const laptop = await signedIn(sam.email)
    await subscribe(laptop, 'Laptop')
    await subscribe(sam, 'Own phone')
    expect((await signOut(sam, stolen?.id)).status).toBe(200)
    expect(await devicesOf(sam)).toEqual(['Laptop', 'Own phone'])
    expect((await signOut(maya, (await otherSessions(sam))[0]?.id)).status, 'of another person').toBe(404)
    expect(await devicesOf(sam)).toEqual(['Laptop', 'Own phone'])
  })

  test('also in browsers whose sign-in is not known any more, but not in the one that signs out another', async () => {
    await subscribe(sam, 'Phone that signed in again')
    const phone = await signedIn(sam.email)
    await sam.send('DELETE', '/api/sessions')
    const own = await signedIn(sam.email)
    const endpoint = await subscribe(own, 'Laptop that signed in again')
    await own.post('/api/sessions', { email: sam.email, password })
    await subscribe(phone, 'Phone')
    const [other] = await otherSessions(own)
    await signOut(own, other?.id, { ownPushEndpoint: endpoint })
    expect(await devicesOf(own)).toEqual(['Laptop that signed in again'])
  })

  test('everywhere else when two-step sign-in is set up', async () => {
    await subscribe(await signedIn(sam.email), 'Stolen phone')
    const ownPushEndpoint = await subscribe(sam, 'Own phone')
    // Subscribed before subscriptions named their session.
    await product.query('update push_subscriptions set session_id = null where endpoint = $1', [
      ownPushEndpoint,
    ])
    const begun = (await sam.post('/api/me/second-factor', { password })).json
    const confirmed = await sam.put('/api/me/second-factor', { code: codeFrom(begun.uri), ownPushEndpoint })
    expect(confirmed.status, confirmed.text).toBe(200)
    expect(await devicesOf(sam)).toEqual(['Own phone'])
    await subscribe(sam, 'Own tablet')
    expect(await devicesOf(sam)).toEqual(['Own phone', 'Own tablet'])
    // Turning it off replaces the session of this browser, which stays signed in.
    const code = codeFrom(begun.uri, Date.now() + 30_000)
    expect((await sam.post('/api/me/second-factor/end', { password, code })).json).toEqual({ isOn: false })
    await signedIn(sam.email)
    expect((await signOut(sam, (await otherSessions(sam))[0]?.id)).status).toBe(200)
    expect(await devicesOf(sam)).toContain('Own tablet')
  })

  test('with the sessions of an account that is suspended, also when the suspension is lifted', async () => {
    await subscribe(sam, 'Phone')
    const admin = await product.admin()
    for (const act of ['suspend', 'lift']) {
      const { userId } = sam
      const done = await admin.post(`/api/admin/lists/users/acts/${act}`, {
        ids: [userId],
        shown: 1,
        reason: 'A report.',
      })
      expect(done.status, done.text).toBe(200)
    }
    expect(await devicesOf(await signedIn(sam.email))).toEqual([])
  })
})
