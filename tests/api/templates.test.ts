import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { letters } from '#app/letters/letters.ts'
import { welcome } from '#features/accounts/letters.ts'
import { deliverEmail } from '#features/notifications/delivery.ts'
import { fillIn } from '#features/notifications/letter.ts'
import { framed } from '#features/notifications/letter-markup.ts'
import { startLocalServer } from '../support/local-server.ts'
import { giveRole } from '../support/people.ts'
import { testProduct } from '../support/product.ts'

/** Email and text templates edited by admins, and the URLs in them. */
const product = testProduct()

type Member = Awaited<ReturnType<typeof product.student>>
let admin: Member
let sam: Member
beforeAll(async () => {
  admin = await product.student('Avery Admin')
  sam = await product.student('Sam Rivera')
  await giveRole(product.database.pool, admin.userId, 'admin')
  // Only verified addresses are addressed by name.
  await product.query('update profiles set mailbox_proven_at = created_at')
})

const open = async (key: string, channel = 'email') =>
  (await admin.get(`/api/admin/templates/${channel}/${key}`)).json
const save = async (key: string, change: object, channel = 'email') => {
  const { templateName, subject, content, versions } = await open(key, channel)
  return await admin.put(`/api/admin/templates/${channel}/${key}`, {
    templateName,
    ...(channel === 'email' ? { subject } : {}),
    content,
    basedOn: versions[0]?.id ?? null,
    ...change,
  })
}
const preview = async (key: string, more: object = {}, channel = 'email') => {
  const { subject, content } = await open(key, channel)
  const words = channel === 'email' ? { subject, content } : { content }
  return (
    await admin.post('/api/admin/template-previews', {
      channel,
      templateKey: key,
      ...words,
      data: { sample: 0 },
      ...more,
    })
  ).json
}
const mailsTo = async (email: string): Promise<{ subject: string; html: string }[]> =>
  await product.query(
    'select subject, body_html as html from local_vendor.outbox where recipient like $1 order by position',
    [`%${email}%`],
  )
let sent = 0
const send = async (userId = sam.userId) => {
  sent += 1
  await deliverEmail(product.services, {
    key: `test-letter:${sent}`,
    template: welcome.key,
    userId,
    variables: fillIn(welcome, { full_name: 'Sam <script>alert(1)</script>' }).variables,
  })
}
/** A template with the link that a coach's welcome email requires. */
const words = (text: string) => `<p>${text}</p><p><a href="{{onboarding_url}}">Set up your profile</a></p>`
const servers: { close(): Promise<void> }[] = []
afterAll(() => Promise.all(servers.map((server) => server.close())))
/** Starts another web server, which acts as a foreign domain. @returns its URL */
async function listen(handler: RequestListener): Promise<string> {
  const server = await startLocalServer(handler)
  servers.push(server)
  return server.url
}
const lastAudit = async () => (await product.query('select * from audit_log order by id desc limit 1'))[0]

describe('templates [row 140] [row 141]', () => {
  test('list every email and text by name, for admins only', async () => {
    const emails = (await admin.get('/api/admin/templates/email')).json
    const texts = (await admin.get('/api/admin/templates/sms')).json
    expect(emails).toHaveLength(letters.filter(({ email }) => email).length)
    expect(texts).toHaveLength(letters.filter(({ text }) => text).length)
    const names = emails.map(({ templateName }: { templateName: string }) => templateName)
    expect(names).toEqual([...names].sort())
    expect((await sam.get('/api/admin/templates/email')).status).toBe(403)
    expect((await admin.get('/api/admin/templates/email/no-such')).status).toBe(404)
  })

  test('are used once saved; the audit log says who changed what; restoring uses the default texts again', async () => {
    const saved = await save('welcome', {
      subject: 'Tee time, {{full_name}}!',
      content: '<p>Hello {{full_name}}</p>',
    })
    expect(saved.json).toMatchObject({ ok: true })
    expect(await lastAudit()).toMatchObject({
      actor_id: admin.userId,
      target: 'templates.save',
      before: { subject: 'Welcome to {{site_name}}' },
      after: { subject: 'Tee time, {{full_name}}!' },
    })
    await send()
    const mail = (await mailsTo(sam.email)).at(-1)
    expect(mail?.subject).toBe('Tee time, Sam <script>alert(1)</script>!')
    expect(mail?.html).toContain('<p>Hello Sam &lt;script&gt;alert(1)&lt;/script&gt;</p>')
    expect(await open('welcome')).toMatchObject({ isEdited: true, versions: [{ savedBy: 'Avery Admin' }] })

    const restored = await admin.post('/api/admin/templates/email/welcome/restorations', { versionId: null })
    expect(restored.status).toBe(200)
    const after = await open('welcome')
    expect(after).toMatchObject({ isEdited: false, versions: [{ isBuiltIn: true }, { isBuiltIn: false }] })
    await admin.post('/api/admin/templates/email/welcome/restorations', { versionId: after.versions[1].id })
    expect(await open('welcome')).toMatchObject({ subject: 'Tee time, {{full_name}}!', isEdited: true })
    await admin.post('/api/admin/templates/email/welcome/restorations', { versionId: null })
  })

  test('with an unknown variable are refused by its name, and nothing is saved [check D4]', async () => {
    const refused = await save('welcome', { content: '<p>Hello {{nope}}</p>' })
    expect(refused.json).toMatchObject({
      ok: false,
      reason: 'problems',
      problems: [{ field: 'content', message: expect.stringContaining('{{nope}}') }],
    })
    expect((await open('welcome')).content).not.toContain('nope')
    const script = await save('welcome', { content: '<p>Hello</p><script>alert(1)</script>' })
    expect(script.json.problems[0].message).toBe('An email cannot contain <script>.')
  })

  test('for an email without its required link are refused by name, and a stored one is replaced by the default', async () => {
    const refused = await save('email-verification', { content: '<p>Hello</p>' })
    expect(refused.json).toMatchObject({
      ok: false,
      reason: 'problems',
      problems: [{ field: 'content', message: expect.stringContaining('{{verification_url}}') }],
    })
    expect((await open('email-verification')).isEdited).toBe(false)
    const text = await save('booking-confirmed-student', { content: 'See you there' }, 'sms')
    expect(text.json.problems).toEqual([
      { field: 'content', message: expect.stringContaining('{{lesson_url}}') },
    ])
    await product.query(
      `update email_templates set html_content = '<p>Hello</p>' where template_key = 'email-verification'`,
    )
    const { variables, problems } = await open('email-verification')
    expect(problems).toHaveLength(1)
    expect(variables.find(({ name }: { name: string }) => name === 'verification_url').isRequired).toBe(true)
    await deliverEmail(product.services, {
      key: 'test-letter:stored-without-link',
      template: 'email-verification',
      userId: sam.userId,
      variables: { full_name: 'Sam', new_email: sam.email, verification_url: 'https://golf.example/verify' },
    })
    expect((await mailsTo(sam.email)).at(-1)?.html).toContain('href="https://golf.example/verify"')
    await admin.post('/api/admin/templates/email/email-verification/restorations', { versionId: null })
  })

  test('are previewed as sent: without a name for an unconfirmed address, whoever typed it', async () => {
    const newcomer = await product.student('Nina Newcomer')
    await deliverEmail(product.services, {
      key: 'test-letter:unconfirmed',
      template: welcome.key,
      userId: newcomer.userId,
      variables: fillIn(welcome, { full_name: 'Nina Newcomer' }).variables,
    })
    const [mail] = (await mailsTo(newcomer.email)).filter(({ subject }) => subject.startsWith('Welcome'))
    const { records, readerName, toUnconfirmed } = await open('welcome')
    expect({ readerName, toUnconfirmed }).toEqual({ readerName: 'full_name', toUnconfirmed: true })
    const nina = records.find(({ to }: { to: string }) => to === 'Nina Newcomer')
    const shown = await preview('welcome', { data: { record: nina.id } })
    expect(shown.html).toContain('Hello there')
    expect(shown.html).toBe(mail?.html)
    expect((await preview('welcome')).html).toContain('Hello there')
    const toConfirmed = await preview('welcome', { data: { sample: 0, unconfirmed: false } })
    expect(toConfirmed.html).not.toContain('Hello there')
    const testEmail = 'welcome@test-letters.test'
    await admin.post('/api/functions/test-email-template', { templateKey: 'welcome', testEmail })
    expect((await mailsTo(testEmail))[0]?.html).toContain('Hello there')
  })

  test('can’t be overwritten by a second admin who saves at the same time', async () => {
    const first = await save('welcome-coach', { content: words('First {{full_name}}') })
    expect(first.json.ok).toBe(true)
    const second = await save('welcome-coach', { content: words('Second'), basedOn: null })
    expect(second.json).toMatchObject({ ok: false, reason: 'changed', by: 'Avery Admin' })
    expect((await open('welcome-coach')).content).toBe(words('First {{full_name}}'))
    const basedOn = (await open('welcome-coach')).versions[0].id
    const both = await Promise.all(
      ['Third', 'Fourth'].map((word) => save('welcome-coach', { content: words(word), basedOn })),
    )
    expect(both.map((answer) => answer.json.ok).sort()).toEqual([false, true])
    await admin.post('/api/admin/templates/email/welcome-coach/restorations', { versionId: null })
  })

  test('that can’t be rendered do not block an email: the default text is sent', async () => {
    await product.query(
      `update email_templates set html_content = '<p>{{nope}}<script>x</script></p>' where template_key = 'welcome'`,
    )
    const list = (await admin.get('/api/admin/templates/email')).json
    expect(list.find(({ templateKey }: { templateKey: string }) => templateKey === 'welcome').isBroken).toBe(
      true,
    )
    await send()
    const mail = (await mailsTo(sam.email)).at(-1)
    expect(mail?.html).toContain('your account is ready')
    await product.query(`delete from email_templates where template_key = 'welcome'`)
    await send()
    expect((await mailsTo(sam.email)).at(-1)?.html).toContain('your account is ready')
    await admin.post('/api/admin/templates/email/welcome/restorations', { versionId: null })
  })

  test('are previewed with samples, without optional values, and with emails that were really sent', async () => {
    const full = await preview('welcome')
    expect(full.html).toContain('Welcome to Greenside')
    expect(full.problems).toEqual([])
    await send()
    const { records, samples, variables } = await open('welcome')
    expect(samples.length).toBeGreaterThan(0)
    expect(variables.map(({ name }: { name: string }) => name)).toContain('full_name')
    const sams = records.find(({ to }: { to: string }) => to === 'Sam Rivera')
    const real = await preview('welcome', { data: { record: sams.id } })
    expect(real.html).toContain('Hello Sam &lt;script&gt;')
    const unknown = await admin.post('/api/admin/template-previews', {
      channel: 'email',
      templateKey: 'magic-link',
      content: '<p>x</p>',
      data: { record: sams.id },
    })
    expect(unknown.status).toBe(404)
    const quiz = await open('quiz-reengagement')
    const optional = quiz.variables.filter(({ mayBeEmpty }: { mayBeEmpty: boolean }) => mayBeEmpty)
    expect(optional.map(({ name }: { name: string }) => name)).toContain('others_line')
    const [all, without] = await Promise.all([
      preview('quiz-reengagement'),
      preview('quiz-reengagement', { leaveOut: true }),
    ])
    expect(all.text).toContain('Others near you:')
    expect(without.text).not.toContain('Others near you:')
    expect(without.html).not.toContain('<p style="margin:0 0 16px"></p>')
  })

  test('have a test email identical to the preview, byte for byte', async () => {
    for (const templateKey of ['booking-confirmed-student', 'new-message', 'magic-link']) {
      const shown = await preview(templateKey)
      const testEmail = `${templateKey}@test-letters.test`
      const answer = await admin.post('/api/functions/test-email-template', { templateKey, testEmail })
      expect(answer.json).toEqual({ success: true })
      const { rows } = await product.database.pool.query(
        'select subject, body_html, body_text from local_vendor.outbox where recipient = $1',
        [testEmail],
      )
      expect(rows).toEqual([{ subject: shown.subject, body_html: shown.html, body_text: shown.text }])
    }
    const logged = await product.database.pool.query(
      `select status, metadata from email_logs where recipient_email = 'magic-link@test-letters.test'`,
    )
    expect(logged.rows).toEqual([{ status: 'sent', metadata: { test: 'true', sent_by: admin.userId } }])
    const missing = await admin.post('/api/functions/test-email-template', {
      templateKey: 'welcome',
      testEmail: ' ',
    })
    expect(missing.status).toBe(400)
    expect(missing.json.message).toBe('Please select a template and enter a test email address.')
    expect(
      (
        await sam.post('/api/functions/test-email-template', {
          templateKey: 'welcome',
          testEmail: 'a@b.test',
        })
      ).status,
    ).toBe(403)
  })

  test('count a text of 71 characters with an emoji as two segments [check D5]', async () => {
    const shown = await preview('new-message', { content: `${'a'.repeat(70)}⛳` }, 'sms')
    expect(shown.sms).toEqual({ characters: 71, segments: 2, isPlain: false })
    const saved = await save('new-message', { content: `${'b'.repeat(170)} {{conversation_url}}` }, 'sms')
    expect(saved.json.ok).toBe(true)
    await admin.post('/api/admin/templates/sms/new-message/restorations', { versionId: null })
  })
})

describe('addresses in emails [row 132]', () => {
  test.each([
    ['', /Please enter an address/],
    ['greenside', /no address/],
    ['javascript:alert(1)', /begin with https/],
    ['https://sam:secret@golf.example', /name and password/],
    ['https://golf.example/lessons', /Enter the domain only, without a path/],
    ['https://golf.example/"><script>', /no address/],
  ])('%j is refused', async (appUrl, words) => {
    const refused = await admin.put('/api/admin/site-settings/app-url', { appUrl })
    expect(refused.status).toBe(400)
    expect(refused.json.message).toMatch(words)
  })

  test('an address that does not lead to this site is refused, and nothing changes', async () => {
    const stranger = await listen((_, answer) => answer.end('anything'))
    const copycat = await listen((request, answer) => answer.end(`${request.url?.split('=')[1]}.made-up`))
    for (const appUrl of [stranger, copycat, 'http://127.0.0.1:1', 'https://no-such-host.invalid']) {
      const refused = await admin.put('/api/admin/site-settings/app-url', { appUrl })
      expect([refused.status, refused.json.code], appUrl).toEqual([400, 'not_this_site'])
    }
    expect((await admin.get('/api/admin/site-settings')).json.appUrl).toBe('http://greenside.test')
    expect((await product.visitor().get('/.well-known/greenside-proof?challenge=x')).status).toBe(400)
  })

  test('every link in later emails begins with the address an admin chose', async () => {
    const golf = await listen(async (request, answer) =>
      answer.end((await product.visitor().get(String(request.url))).text),
    )
    const saved = await admin.put('/api/admin/site-settings/app-url', { appUrl: ` ${golf}/ ` })
    expect(saved.json).toEqual({ appUrl: golf })
    expect(await lastAudit()).toMatchObject({
      target: 'templates.setAppUrl',
      before: { app_url: 'http://greenside.test' },
      after: { app_url: golf },
    })
    await deliverEmail(product.services, {
      key: 'moved',
      template: 'welcome-coach',
      userId: sam.userId,
      variables: { full_name: 'Sam', onboarding_url: 'http://greenside.test/instructor-onboarding' },
    })
    const mail = (await mailsTo(sam.email)).at(-1)
    expect(mail?.html).toContain(`href="${golf}/instructor-onboarding"`)
    expect(mail?.html).not.toContain('greenside.test')
    expect(
      (await sam.put('/api/admin/site-settings/app-url', { appUrl: 'https://evil.example' })).status,
    ).toBe(403)
    expect((await admin.get('/api/admin/site-settings')).json).toMatchObject({
      appUrl: golf,
      smsCtaUrl: golf,
      ownAppUrl: 'http://greenside.test',
    })
  })

  test('resetting to the configured address needs no verification', async () => {
    const back = await admin.put('/api/admin/site-settings/app-url', { appUrl: 'http://greenside.test' })
    expect(back.json).toEqual({ appUrl: 'http://greenside.test' })
  })

  test('texts link to the page an admin chose', async () => {
    const saved = await admin.put('/api/admin/site-settings/sms-cta-url', {
      smsCtaUrl: 'https://golf.example/go',
    })
    expect(saved.json).toEqual({ smsCtaUrl: 'https://golf.example/go' })
    const shown = await preview('texts-on', {}, 'sms')
    expect(shown.text).toContain('https://golf.example/go')
    expect(shown.sms.segments).toBe(1)
  })
})

describe('the shared email layout', () => {
  const content = '<h1>Hello {{full_name}}</h1>\n<p>Tea & cake. <a href="{{app_url}}">Open Greenside</a></p>'

  test('a template has only its content, and the layout is added in the preview and the sent email', async () => {
    const { content: builtIn, variables } = await open('welcome')
    expect(builtIn).not.toMatch(/<html|<body|support_email/)
    expect(variables.map(({ name }: { name: string }) => name)).toContain('support_email')
    for (const { email } of letters) expect(email?.html ?? '').not.toMatch(/<(!doctype|html|body)/)
    const shown = await preview('welcome')
    expect(shown.html).toMatch(/^<!doctype html>[\s\S]*<title>[^<]+<\/title>[\s\S]*Questions\? Write to/)
    const before = (await mailsTo(sam.email)).length
    await send()
    const mail = (await mailsTo(sam.email))[before]
    expect(mail?.html).toMatch(/^<!doctype html>[\s\S]*Questions\? Write to[\s\S]*<\/html>$/)
  })

  test('a full HTML document saved by an admin is sent unchanged', () => {
    const whole = `<!doctype html>\n<html>\n<body>${content}</body>\n</html>`
    expect(framed(whole, 'Title')).toBe(whole)
  })

  test('the migration removes the layout from admins’ edits, and leaves an edited layout alone', async () => {
    const client = await product.database.pool.connect()
    try {
      await client.query('begin')
      const oldFramed = framed(content, 'Hello').replaceAll('{{site_name}}', 'Greenside')
      const ownFrame = oldFramed.replace('Questions? Write to', 'Need help? Write to')
      const insert = `insert into email_templates (template_key, template_name, subject, html_content, shipped_digest)
        values ($1, $1, 'Hello', $2::text, case when $3 then md5('Hello' || $2::text) else 'of other words' end)`
      await client.query(insert, ['old-edited', oldFramed, false])
      await client.query(insert, ['old-untouched', oldFramed, true])
      await client.query(insert, ['old-own-frame', ownFrame, false])
      await client.query(
        `insert into template_versions (channel, template_key, template_name, subject, content, saved_by)
         values ('email', 'old-edited', 'Hello', 'Hello', $1, $2)`,
        [oldFramed, admin.userId],
      )
      await client.query(
        readFileSync('db/migrations/0178-emails-keep-their-content-without-the-shared-frame.sql', 'utf8'),
      )
      const { rows } = await client.query(
        `select template_key as key, html_content as html, shipped_digest = md5(subject || html_content) as untouched
         from email_templates where template_key like 'old-%' order by 1`,
      )
      expect(rows).toEqual([
        { key: 'old-edited', html: content, untouched: false },
        { key: 'old-own-frame', html: ownFrame, untouched: false },
        { key: 'old-untouched', html: content, untouched: true },
      ])
      const versions = await client.query(
        `select content from template_versions where template_key = 'old-edited'`,
      )
      expect(versions.rows).toEqual([{ content }])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
