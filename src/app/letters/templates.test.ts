import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { magicLink } from '#features/accounts/letters.ts'
import { hasSecret, underDomain, withoutSecrets } from '#features/notifications/kept-copy.ts'
import {
  namesIn,
  namesOf,
  neededIn,
  problemsOfEmail,
  problemsOfText,
} from '#features/notifications/letter-check.ts'
import { houseVariables } from '#features/notifications/letter-values.ts'
import { renderEmail, segmentsOf } from '#features/notifications/template.ts'
import { letters } from './letters.ts'

const emails = letters.flatMap((letter) => (letter.email ? [{ ...letter, email: letter.email }] : []))
const house = houseVariables({
  appUrl: 'https://golf.example',
  smsCtaUrl: 'https://golf.example',
  supportEmail: 'help@golf.example',
})

test('the words of the product can be sent: nothing in them is refused', () => {
  for (const { email, ...letter } of emails)
    expect(problemsOfEmail(letter, { subject: email.subject, html: email.html }), letter.key).toEqual([])
  for (const letter of letters)
    if (letter.text) expect(problemsOfText(letter, letter.text.message), letter.key).toEqual([])
})

test('every letter with a page of its own needs a link to it', () => {
  for (const { email, text, ...letter } of letters) {
    const links = namesIn(email?.html ?? '', text?.message ?? '').filter(
      (name) => name.endsWith('_url') && letter.variables.includes(name),
    )
    if (links.length > 0)
      expect(
        letter.needs.some((name) => links.includes(name)),
        letter.key,
      ).toBe(true)
  }
})

test('every variable a letter needs is refused by name when its words lack it, in emails and in texts', () => {
  for (const letter of letters) {
    const { email, text, needs } = letter
    const checked = needs.flatMap((name) => {
      const without = (words: string) =>
        words.replaceAll(`{{${name}}}`, name.endsWith('_url') ? '{{app_url}}' : 'this')
      const problems = [
        ...(email && neededIn(letter, 'email').includes(name)
          ? [problemsOfEmail(letter, { subject: without(email.subject), html: without(email.html) })]
          : []),
        ...(text && neededIn(letter, 'sms').includes(name)
          ? [problemsOfText(letter, without(text.message))]
          : []),
      ]
      for (const found of problems)
        expect(JSON.stringify(found), `${letter.key} without ${name}`).toContain(`{{${name}}}`)
      return problems.length > 0 ? [name] : []
    })
    expect(checked, `${letter.key}: its own words contain what it needs`).toEqual(needs)
  }
})

test.each([
  ['no link at all', '<p>Hello</p>'],
  ['the address as words', '<p>{{login_url}}</p>'],
  ['a link without words', '<p>Hello</p><a href="{{login_url}}"> </a>'],
  ['a link in the head', '<head><title><a href="{{login_url}}">x</a></title></head><p>Hello</p>'],
])('a sign-in letter with %s is refused', (_, html) => {
  expect(problemsOfEmail(magicLink, { subject: 'Sign in', html }).map(({ message }) => message)).toEqual([
    expect.stringContaining('{{login_url}}'),
  ])
})

/** What browsers and mail programs would run, or follow, if it stood in a letter as it is. */
const nasty = fc.oneof(
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</title><script>alert(1)</script>',
    '{{login_url}}',
    '{{{{app_url}}}}',
    '<!--',
    'javascript:alert(1)',
    '&lt;script&gt;',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

test('whatever people are called, every template says it in plain letters and stays as it was written', () => {
  fc.assert(
    fc.property(fc.constantFrom(...emails), nasty, (letter, value) => {
      // Links are made by us; everything else may be what somebody typed.
      const typed = Object.fromEntries(
        letter.variables.map((name) => [
          name,
          name.endsWith('_url') ? 'https://golf.example/x' : `A ${value} B`,
        ]),
      )
      const plain = Object.fromEntries(
        letter.variables.map((name) => [name, name.endsWith('_url') ? 'https://golf.example/x' : 'A B']),
      )
      const template = { subject: letter.email.subject, htmlContent: letter.email.html }
      const tags = (html: string) => html.match(/<[^>]*>/g)
      const mail = renderEmail(template, { ...house, ...typed }, null)
      expect(tags(mail.html)).toEqual(tags(renderEmail(template, { ...house, ...plain }, null).html))
      expect(mail.html).not.toMatch(/<script|<img|<!--/i)
      expect(mail.subject).not.toMatch(/[\r\n]/)
    }),
    { numRuns: 400 },
  )
})

describe('what an admin writes', () => {
  const letter = { variables: ['full_name', 'login_url'], needs: [] }
  const problems = (html: string, subject = 'Hello') =>
    problemsOfEmail(letter, { subject, html }).map(({ message }) => message)

  test.each([
    ['a variable there is not', '<p>{{nope}}</p>', /no variable \{\{nope\}\}/],
    ['one in capitals', '<p>{{Full_Name}}</p>', /no variable \{\{Full_Name\}\}/],
    ['one that is not closed', '<p>{{full_name}</p>', /not closed/],
    ['a script', '<p>Hi</p><script>alert(1)</script>', /cannot contain <script>/],
    ['a script in capitals', '<SCRIPT>alert(1)</SCRIPT>Hi', /cannot contain <script>/],
    ['a frame', '<iframe src="https://evil.example"></iframe>Hi', /cannot contain <iframe>/],
    ['a form', '<form action="https://evil.example">Hi</form>', /cannot contain <form>/],
    ['a handler', '<p onclick="alert(1)">Hi</p>', /cannot run scripts: take onclick/],
    ['a handler without quotes', '<img src=x onerror=alert(1)>Hi', /We cannot read the HTML/],
    ['a comment', '<!-- x --><p>Hi</p>', /Leave comments out/],
    ['a link that runs', '<a href="javascript:alert(1)">Hi</a>', /A link leads to/],
    ['the same, written with an entity', '<a href="java&#115;cript:alert(1)">Hi</a>', /A link leads to/],
    ['a link to a page without https', '<a href="http://evil.example">Hi</a>', /A link leads to/],
    ['a link that a name decides', '<a href="{{full_name}}">Hi</a>', /A link leads to/],
    [
      'a link whose domain a variable decides',
      '<a href="https://{{full_name}}.example">Hi</a>',
      /A link leads to/,
    ],
    ['a domain glued to ours', '<a href="{{app_url}}.evil.example">Hi</a>', /A link leads to/],
    ['a style that loads', '<p style="background:url(https://evil.example)">Hi</p>', /style can neither/],
    ['a base', '<base href="https://evil.example"><p>Hi</p>', /cannot contain <base>/],
    [
      'a refresh',
      '<meta http-equiv="refresh" content="0;url=https://evil.example"><p>Hi</p>',
      /cannot have http-equiv/,
    ],
    ['an open tag', '<p>1 < 2</p>', /write &lt; for a single/],
    ['nothing', '<p> </p>', /empty/],
  ])('%s is refused by name', (_, html, words) => {
    expect(problems(html).join('\n')).toMatch(words)
  })

  test.each([
    ['a link of ours', '<a href="{{login_url}}">Sign in</a>'],
    ['a page of ours', '<a href="{{app_url}}/help">Help</a>'],
    ['an https address', '<p>See <a href="https://www.pga.com/play?x=1#top">PGA</a></p>'],
    ['our mailbox', '<a href="mailto:{{support_email}}">Write</a>'],
    ['a picture', '<img src="https://golf.example/a.png" alt="Green {{full_name}}" width="600">Hello'],
    ['a comparison', '<p>1 &lt; 2 > 0 &amp; {{ full_name }}</p>'],
  ])('%s is taken', (_, html) => {
    expect(problems(html)).toEqual([])
  })

  test('no HTML that is taken holds a tag, an attribute or an address that is not on the list, however it is put together', () => {
    const part = fc.constantFrom(
      ...'< > / = " \' ! -- script svg img a p onload href src style javascript: {{full_name}} {{login_url}} https://a.example x &#115; 	'.split(
        ' ',
      ),
      '\n',
      '<a href="',
      '<p>',
      '</p>',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const html = `Hello ${parts.join('')}`
        if (problems(html).length > 0) return
        for (const [, tag = ''] of html.matchAll(/<\/?([^\s/>]*)/g))
          expect(['a', 'p', 'img', '!doctype']).toContain(tag)
        expect(html).not.toMatch(/<[^>]*\son|<[^>]*javascript:|<[^>]*='/i)
      }),
      { numRuns: 3_000 },
    )
  })

  test('a text names what its letter knows, and what every text knows', () => {
    expect(problemsOfText(letter, 'Hi {{full_name}}: {{sms_cta_url}}')).toEqual([])
    expect(problemsOfText(letter, 'Hi {{coach_name}}')[0]).toMatch(/\{\{coach_name\}\}/)
    expect(namesOf(letter)).toContain('app_url')
  })
})

describe('text messages are counted as phones do', () => {
  const pieces = (text: string) => segmentsOf(text).segments
  test.each([
    ['160 plain characters', 'a'.repeat(160), 1],
    ['161', 'a'.repeat(161), 2],
    ['306', 'a'.repeat(306), 2],
    ['307', 'a'.repeat(307), 3],
    ['80 euro signs take two places each', '€'.repeat(80), 1],
    ['and 81', '€'.repeat(81), 2],
    [
      'a euro sign is not torn apart: 152 letters, it, 152 letters',
      `${'a'.repeat(152)}€${'a'.repeat(152)}`,
      3,
    ],
    ['71 characters with an emoji', `${'a'.repeat(70)}⛳`, 2],
    ['70 of them', `${'a'.repeat(69)}⛳`, 1],
    ['an emoji beyond the first plane takes two places', `${'a'.repeat(69)}🏌`, 2],
    ['and is not torn apart', `${'a'.repeat(66)}🏌${'a'.repeat(66)}`, 3],
    ['a dash of ours', 'a – b', 1],
    ['nothing', '', 1],
  ])('%s', (_, text, segments) => expect(pieces(text)).toBe(segments))

  test('never fewer than the characters need, never more than one too many for every part', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'é', '€', '{', '⛳', '🏌', '\n'), { maxLength: 400 }),
        (chars) => {
          const { segments, characters, isPlain } = segmentsOf(chars.join(''))
          const [alone, part] = isPlain ? [160, 153] : [70, 67]
          const least = characters <= alone ? 1 : Math.ceil(characters / part)
          expect(segments).toBeGreaterThanOrEqual(least)
          expect((segments - 1) * (part - 1)).toBeLessThan(Math.max(characters, 1))
        },
      ),
    )
  })
})

describe('what is kept of a letter', () => {
  test.each([
    ['https://g.example/magic-link-login?token=abc', 'https://g.example/magic-link-login?token=•••'],
    [
      'https://g.example/inbox?conversation=0199aaaa-0000-7000-8000-000000000002',
      'https://g.example/inbox?conversation=0199aaaa-0000-7000-8000-000000000002',
    ],
    [`https://g.example/calendar/lessons/${'x'.repeat(60)}.ics`, 'https://g.example/calendar/lessons/•••'],
    ['https://g.example#secret=1', 'https://g.example#•••'],
    [
      'https://g.example/instructor/1#instant-book-section',
      'https://g.example/instructor/1#instant-book-section',
    ],
    ['See https://g.example/x?code=1 and call', 'See https://g.example/x?code=••• and call'],
    ['Sam & Jo', 'Sam & Jo'],
  ])('%s', (value, kept) => expect(withoutSecrets({ value }).value).toBe(kept))

  test('a letter with a link that works once is not kept for another sending', () => {
    expect(hasSecret({ a: 'https://g.example/reset-password?token=x' })).toBe(true)
    expect(hasSecret({ a: 'https://g.example/lessons?lesson=x', b: 'Sam' })).toBe(false)
  })
})

test('links move to another domain, and nothing that people wrote does', () => {
  const moved = underDomain(
    {
      page_url: 'https://old.example/lessons?x=1',
      home: 'https://old.example',
      other: 'https://old.example.evil.test/x',
      add: `https://calendar.example/add?details=${encodeURIComponent('https://old.example/lessons')}`,
      text: 'Look at https://old.example/lessons now',
    },
    'https://old.example',
    'https://new.example',
  )
  expect(moved).toEqual({
    page_url: 'https://new.example/lessons?x=1',
    home: 'https://new.example',
    other: 'https://old.example.evil.test/x',
    add: `https://calendar.example/add?details=${encodeURIComponent('https://new.example/lessons')}`,
    text: 'Look at https://old.example/lessons now',
  })
})
