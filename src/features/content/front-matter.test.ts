import { describe, expect, test } from 'vitest'
import { listOf, splitFrontMatter } from './front-matter.ts'

describe('front matter', () => {
  test('has names and values; the rest is the text', () => {
    expect(splitFrontMatter('---\ntitle: A day out\ncover: 7\n---\n\nHello.\n')).toEqual({
      fields: { title: 'A day out', cover: '7' },
      body: '\nHello.\n',
    })
  })

  test('can have colons, and quotation marks around a value that begins with one', () => {
    const { fields } = splitFrontMatter('---\ntitle: "Lessons: what they cost"\nnote: ten: past nine\n---\n')
    expect(fields).toEqual({ title: 'Lessons: what they cost', note: 'ten: past nine' })
  })

  test('also ends with Windows line breaks', () => {
    expect(splitFrontMatter('---\r\ntitle: A\r\n---\r\nB').fields).toEqual({ title: 'A' })
  })

  test('must exist and be valid', () => {
    expect(() => splitFrontMatter('# Hello')).toThrow(/front matter/)
    expect(() => splitFrontMatter('---\nno value here\n---\n')).toThrow('no value here')
  })
})

test('a list works with or without brackets', () => {
  expect(listOf('[slice, "full swing"]')).toEqual(['slice', 'full swing'])
  expect(listOf('one, two')).toEqual(['one', 'two'])
  expect(listOf('')).toEqual([])
})
