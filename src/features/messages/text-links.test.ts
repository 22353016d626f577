import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeAddress, textParts } from './text-links.ts'

const links = (text: string) => textParts(text).flatMap((part) => (part.kind === 'link' ? [part.href] : []))

describe('links in messages', () => {
  test('a URL is a link, the text around it stays text', () => {
    expect(textParts('See https://golf.example/range, then call.')).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'link', text: 'https://golf.example/range', href: 'https://golf.example/range' },
      { kind: 'text', text: ', then call.' },
    ])
    expect(links('www.golf.com/tee (and golf.org)')).toEqual([
      'https://www.golf.com/tee',
      'https://golf.org/',
    ])
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(document.cookie)//https',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://golf.example/file',
    'mailto:somebody@golf.example',
    'somebody@golf.example',
    '//golf.example/x',
    'blob:https://golf.example/1',
    '<a href="javascript:alert(1)">golf</a>',
    'https://bank.example@evil.example/login',
    'https://user:secret@evil.example/',
    'https://golf.example/\u202egnp.exe',
  ])('%j links only to http and https, and never to a hidden host', (text) => {
    for (const href of links(text)) {
      expect(href).toMatch(/^https?:\/\//)
      expect(new URL(href).hostname).not.toBe('evil.example')
      expect(href).not.toContain('%E2%80%AE')
    }
  })

  test('a host in another script is shown in the ASCII form it links to', () => {
    expect(links('https://gоlf.example/')).toEqual(['https://xn--glf-sed.example/'])
  })

  test('joined parts equal the input, and every link is a web URL', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.constantFrom('javascript:', '\u202e', '<b>', '@', ' '),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('')
        expect(
          textParts(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
        for (const href of links(text)) expect(safeAddress(href)).toBe(href)
      }),
    )
  })
})
