import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oneLine, stripBidiControls, writtenLine, writtenText } from './written-text.ts'

describe('user-written text', () => {
  test.each([
    ['an override', 'photo\u202egnp.exe', 'photognp.exe'],
    ['embeddings and isolates that never end', '\u202a\u202b\u202d\u2066\u2067\u2068evil', 'evil'],
    ['a telephone number as phones paste it', '\u202a+1 704 555 0150\u202c', '+1 704 555 0150'],
  ])('drops %s', (_, typed, kept) => expect(stripBidiControls(typed)).toBe(kept))

  test.each([
    'שלום מאיה, אפשר לקבוע שיעור ליום שלישי? (60 דקות)',
    'مرحبا مايا، هل يمكنني حجز درس يوم الثلاثاء؟',
    'Price: 85\u200e$ \u200fשקל\u200f, \u061cرقم',
    'Ünïcödé, 高尔夫, 👩🏽‍🦰⛳️, Z\u0301',
  ])('is unchanged: %s', (honest) => expect(writtenText().parse(honest)).toBe(honest))

  test('of only such characters is empty', () => {
    const field = writtenText().trim().min(1)
    expect(field.safeParse('\u202e \u2066\u2069').success).toBe(false)
    expect(field.parse(' \u202efine ')).toBe('fine')
  })

  test('has no half of a character, which cannot be in an address', () => {
    const kept = writtenLine().parse('\ud800 half a character')
    expect(kept).toBe('\ufffd half a character')
    expect(() => encodeURIComponent(kept)).not.toThrow()
  })

  test('loses nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const kept = stripBidiControls(text)
        expect(kept).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
        expect([...kept].length).toBe(
          [...text].filter((one) => !/[\u202a-\u202e\u2066-\u2069]/.test(one)).length,
        )
      }),
    )
  })
})

describe('invisible characters', () => {
  test('are removed from a text, and its lines stay', () => {
    expect(writtenText().parse('Hello\u0007\0,\r\n\tsee you\u2028at nine\u007f\u009b')).toBe(
      'Hello,\n\tsee you\nat nine',
    )
  })

  test('are removed from a line, together with line breaks', () => {
    expect(writtenLine().trim().parse('Sam\u0007\r\nBcc: all@example.com\u001b')).toBe(
      'Sam Bcc: all@example.com',
    )
    expect(writtenLine().trim().min(1).safeParse('\u0007\u0008\n').success).toBe(false)
  })

  test('never remain in a line used for an email header', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/\p{Cc}/u.test(oneLine(text))))
  })
})
