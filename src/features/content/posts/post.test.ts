import { describe, expect, test } from 'vitest'
import type { PostSummary } from '../schema.ts'
import { newestFirst, readingMinutes, readPostFile, relatedPosts, slugOfFile } from './post.ts'

const post = (slug: string, date: string, tags: string[]): PostSummary => ({
  slug,
  date,
  tags,
  title: slug,
  description: '',
  author: 'Us',
  cover: 1,
  words: 1,
  readingTime: 1,
})
const slugs = (posts: readonly PostSummary[]) => posts.map(({ slug }) => slug)

test('the file name is the article’s URL', () => {
  expect(slugOfFile('/content/blog/how-to-cure-a-slice.md')).toBe('how-to-cure-a-slice')
})

test('the reading time is at least one minute, and 1,100 words take five', () => {
  expect(readingMinutes(20)).toBe(1)
  expect(readingMinutes(1_100)).toBe(5)
})

test('posts are sorted newest first, and by title within a day', () => {
  const all = [post('b', '2026-01-01', []), post('c', '2026-03-01', []), post('a', '2026-01-01', [])]
  expect(slugs(newestFirst(all))).toEqual(['c', 'a', 'b'])
})

test('the next article shares the most tags, then is newest, and is never the same article', () => {
  const mine = post('mine', '2026-05-01', ['slice', 'practice'])
  const all = [
    mine,
    post('old-twin', '2026-01-01', ['practice', 'slice']),
    post('new-stranger', '2026-09-01', ['juniors']),
    post('new-cousin', '2026-08-01', ['practice']),
    post('old-cousin', '2026-02-01', ['slice']),
  ]
  expect(slugs(relatedPosts(mine, all, 3))).toEqual(['old-twin', 'new-cousin', 'old-cousin'])
})

describe('a post’s file', () => {
  const file = (lines: string) =>
    `---\ntitle: How to read a green\ndescription: ${'Slowly, from below, and with the feet. '.repeat(2)}\n${lines}\n---\nText`
  test('has its metadata', () => {
    const { head, body } = readPostFile(file('date: 2026-02-03\nauthor: Us\ncover: 50\ntags: [putting]'))
    expect(head).toMatchObject({ date: '2026-02-03', cover: 50, tags: ['putting'] })
    expect(body).toBe('Text')
  })

  test.each([
    ['a day that does not exist', 'date: 2026-02-30\nauthor: Us\ncover: 5\ntags: a'],
    ['a cover that was never drawn', 'date: 2026-02-03\nauthor: Us\ncover: 51\ntags: a'],
    ['no tags', 'date: 2026-02-03\nauthor: Us\ncover: 5'],
    ['no author', 'date: 2026-02-03\ncover: 5\ntags: a'],
  ])('is rejected with %s', (_, lines) => {
    expect(() => readPostFile(file(lines))).toThrow()
  })
})
