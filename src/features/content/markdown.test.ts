import { describe, expect, test } from 'vitest'
import { countWords, linksIn, readMarkdown, typeset } from './markdown.ts'

describe('a Markdown text', () => {
  test('becomes headings with ids, styled paragraphs, and links', () => {
    expect(readMarkdown('## What it *is*\n\nA **face** that is [open](/blog/slice), `really`.')).toEqual([
      {
        kind: 'heading',
        level: 2,
        id: 'what-it-is',
        spans: [{ text: 'What it ' }, { text: 'is', isEmphasis: true }],
      },
      {
        kind: 'paragraph',
        spans: [
          { text: 'A ' },
          { text: 'face', isStrong: true },
          { text: ' that is ' },
          { text: 'open', href: '/blog/slice' },
          { text: ', ' },
          { text: 'really', isCode: true },
          { text: '.' },
        ],
      },
    ])
  })

  test('can have lists, quotations, tables and rules', () => {
    const text = '1. one\n2. **two**\n\n- dot\n\n> Said.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n---\n'
    expect(readMarkdown(text)).toEqual([
      {
        kind: 'list',
        isOrdered: true,
        items: [[{ text: 'one' }], [{ text: 'two', isStrong: true }]],
      },
      { kind: 'list', isOrdered: false, items: [[{ text: 'dot' }]] },
      { kind: 'quote', paragraphs: [[{ text: 'Said.' }]] },
      {
        kind: 'table',
        head: [[{ text: 'a' }], [{ text: 'b' }]],
        rows: [[[{ text: '1' }], [{ text: '2' }]]],
      },
      { kind: 'rule' },
    ])
  })

  test('gives identical headings different ids', () => {
    const ids = readMarkdown('## Don’t\n\n## Don’t\n').map((block) => block.kind === 'heading' && block.id)
    expect(ids).toEqual(['dont', 'dont-2'])
  })

  test('joins wrapped lines into one', () => {
    expect(readMarkdown('one\ntwo')).toEqual([{ kind: 'paragraph', spans: [{ text: 'one two' }] }])
  })

  test('has a word count and a list of links', () => {
    const blocks = readMarkdown('## Two words\n\nFive words – or so, [really](/blog).\n')
    expect(countWords(blocks)).toBe(7)
    expect(linksIn(blocks)).toEqual(['/blog'])
  })
})

describe('unsupported markup is rejected', () => {
  test.each([
    ['markup', '<script>alert(1)</script>'],
    ['markup in a sentence', 'Hello <img src=x onerror=alert(1)> you'],
    ['a link that runs', '[x](javascript:alert(1))'],
    ['a link to another host without its scheme', '[x](//evil.example)'],
    ['an unencrypted link', '[x](http://a.example)'],
    ['a picture', '![x](/a.png)'],
    ['a heading of the first level', '# Title'],
    ['a list in a list', '- a\n  - b'],
    ['a block of code', '```\ncode\n```'],
  ])('%s', (_, text) => {
    expect(() => readMarkdown(text)).toThrow()
  })
})

test('quotation marks and apostrophes become curly', () => {
  expect(typeset(`"Don't," he said ("really").`)).toBe('“Don’t,” he said (“really”).')
  expect(typeset(`the coach's 'why'`)).toBe('the coach’s ‘why’')
})
