import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepHtml } from './email-wordings.ts'
import { joinHtml } from './kept-html.ts'
import { renderEmail } from './render-email.ts'

const names = ['full_name', 'coach_name', 'note', 'lesson_url', 'site_name'] as const
const shared = { site_name: 'Greenside', app_url: 'https://golf.example' }

/** Text with HTML, placeholders, the characters around slots, and unicode. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '{{full_name}}',
        '{{ note }}',
        '{{site_name}}',
        '{{nope}}',
        '{{__proto__}}',
        '<p>',
        '</p>',
        '<p>{{note}}</p>',
        '<dt>Note</dt><dd>{{note}}</dd>',
        '<!doctype html><body>',
        '</body>',
        '\uE0000\uE001',
        '\uE000',
        '\uE001',
        '$&',
        '$1',
        '&amp;',
        '"',
        "'",
        '•••',
        '\ud83d',
        '\udfcc',
        '\n',
        ' ',
        '#1f5a43',
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(''))

const email = fc.record({
  template: fc.record({ subject: text, htmlContent: text }),
  variables: fc.dictionary(fc.constantFrom(...names), text),
  footer: fc.option(fc.record({ unsubscribeUrl: text, appUrl: text, sender: text })),
})

/** Text as the database returns it. */
const stored = (text: string) => Buffer.from(text, 'utf8').toString('utf8')

test('an email with any template and any values is shown exactly as it was rendered', () => {
  let divided = 0
  fc.assert(
    fc.property(email, ({ template, variables, footer }) => {
      const kept = keepHtml(template, { ...shared, ...variables }, { footer, shared })
      expect(kept.html).toBe(renderEmail(template, { ...shared, ...variables }, footer).html)
      if (!kept.divided) return
      divided += 1
      const { wording, values } = kept.divided
      expect(joinHtml({ ...wording, parts: wording.parts.map(stored) }, values.map(stored))).toBe(kept.html)
    }),
    { numRuns: 3_000, seed: 152 },
  )
  expect(divided).toBeGreaterThan(1_000)
})

test('emails that differ in their values only share a wording, which does not contain the values', () => {
  const template = {
    subject: 'For {{full_name}}',
    htmlContent: '<p>{{full_name}}: {{note}}</p><p>{{coach_name}}</p>',
  }
  const keep = (full_name: string, note: string) =>
    keepHtml(template, { ...shared, full_name, note, coach_name: '' }, { footer: null, shared }).divided
  const [one, other] = [keep('Sam <b>', 'See {{site_name}}'), keep('Kit & Co', '\uE0000\uE001')]
  expect(one?.wording).toEqual(other?.wording)
  expect(one?.values).toEqual(['Sam &lt;b&gt;', 'See {{site_name}}'])
  expect(one?.wording.slots).toEqual([0, 0, 1])
  expect(one?.wording.parts.join('')).toContain('Greenside')
})

test('an email whose template contains the characters around slots is kept whole', () => {
  const kept = keepHtml(
    { subject: 'Hi', htmlContent: '<p>\uE0000\uE001 {{full_name}}</p>' },
    { ...shared, full_name: 'Sam' },
    { footer: null, shared },
  )
  expect(kept.divided).toBeNull()
})
