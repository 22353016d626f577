import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import routes from '../../../routes.ts'
import { findHelp, listHelp } from '../help-documents.ts'
import { linksIn, textOf } from '../markdown.ts'
import { findDocument, findPost, listPosts } from './queries.ts'

const posts = listPosts()
const pages = new Set(pathsOf(routes.children ?? [], ''))
const today = '2026-11-21'
const operator = {
  COMPANY_NAME: 'Fairway [Works](javascript:x) Inc.',
  POSTAL_ADDRESS: '1 Main Street\n## Charlotte, NC 28202',
  PRIVACY_EMAIL: 'data@fairway.test',
  SUPPORT_EMAIL: 'help@fairway.test',
}

/** The path of every page, from the application's route table. */
function pathsOf(nodes: readonly unknown[], above: string): string[] {
  return nodes.flatMap((node) => {
    if (typeof node !== 'object' || node === null) return []
    const own = 'path' in node && typeof node.path === 'string' ? node.path : ''
    const path = `${above}${own}`
    const children = 'children' in node && Array.isArray(node.children) ? node.children : []
    const isPage = 'type' in node && (node.type === 'route' || node.type === 'index')
    return [...(isPage ? [path || '/'] : []), ...pathsOf(children, path)]
  })
}

/**
 * True if the link resolves: to an existing page of this site or, for a fragment, to an element of this
 * document.
 */
function leadsSomewhere(href: string, idsHere: readonly string[]): boolean {
  if (href.startsWith('#')) return idsHere.includes(href.slice(1))
  if (/^(https:|mailto:)/.test(href)) return URL.canParse(href)
  const path = href.split(/[?#]/)[0] ?? ''
  const slug = /^\/blog\/(.+)$/.exec(path)?.[1]
  if (slug) return findPost(slug) !== null
  const help = /^\/help\/(.+)$/.exec(path)?.[1]
  return help ? findHelp(help) !== null : pages.has(path)
}

test('there are at least eight articles with existing covers, newest first', () => {
  expect(posts.length).toBeGreaterThanOrEqual(8)
  expect(new Set(posts.map(({ cover }) => cover)).size).toBe(posts.length)
  for (const { cover } of posts)
    expect(existsSync(`public/art/covers/cover-${cover}-800.webp`), `cover ${cover}`).toBe(true)
  expect(posts.map(({ date }) => date)).toEqual(
    posts
      .map(({ date }) => date)
      .toSorted()
      .reverse(),
  )
})

describe.each(posts.map((post) => [post.slug, post] as const))('%s', (slug, post) => {
  const found = findPost(slug)
  const blocks = found?.blocks ?? []
  const ids = blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []))

  test('has 900 to 1,500 words, a past date of this year, and sections', () => {
    expect(post.words).toBeGreaterThanOrEqual(900)
    expect(post.words).toBeLessThanOrEqual(1_500)
    expect(post.date >= '2026-01-01' && post.date <= today, post.date).toBe(true)
    expect(ids.length).toBeGreaterThanOrEqual(4)
  })

  test('every link works, and one goes to another article', () => {
    const links = linksIn(blocks)
    expect(links.filter((href) => !leadsSomewhere(href, ids))).toEqual([])
    expect(links.some((href) => href.startsWith('/blog/'))).toBe(true)
  })

  test('three others follow, excluding itself', () => {
    expect(found?.related).toHaveLength(3)
    expect(found?.related.map((other) => other.slug)).not.toContain(slug)
  })
})

test.each(['terms', 'accessibility'])(
  'the document %s names the operator, in plain text, and its version',
  (slug) => {
    const document = findDocument(slug, operator)
    expect(document?.updated).toMatch(/^\d{4}-\d\d-\d\d$/)
    const text = textOf(document?.blocks ?? [])
    expect(text).toContain('Fairway Works (javascript:x) Inc., 1 Main Street ## Charlotte, NC 28202')
    expect(text).not.toContain('{{')
    const links = linksIn(document?.blocks ?? [])
    expect(links).toContain('mailto:help@fairway.test')
    expect(links.filter((href) => !leadsSomewhere(href, []))).toEqual([])
  },
)

test('the privacy policy exists, with working links', () => {
  const policy = findDocument('privacy-policy', operator)
  expect(policy?.title).toBe('Privacy policy')
  expect(policy?.updated).toMatch(/^2026-/)
  expect(linksIn(policy?.blocks ?? []).filter((href) => !leadsSomewhere(href, []))).toEqual([])
})

test('the privacy policy names what the forms for visitors ask for, and the cookie that is set when something is saved', () => {
  const policy = textOf(findDocument('privacy-policy', operator)?.blocks ?? [])
  expect(policy).toContain('without an account, with your name and email address')
  expect(policy).toContain(
    'a phone number and notes with a saved profile, your level and budget on a waiting list',
  )
  expect(policy).not.toContain('an email address alone')
  expect(policy).toContain('Makes sure that you see what you just saved')
})

test.each(listHelp().map(({ slug }) => slug))('every link in the help document %s works', (slug) => {
  expect(linksIn(findHelp(slug)?.blocks ?? []).filter((href) => !leadsSomewhere(href, []))).toEqual([])
})

test('an unknown article is not found', () => {
  expect(findPost('never-written')).toBeNull()
  expect(findPost('../legal/privacy-policy')).toBeNull()
  expect(findDocument('../../package', operator)).toBeNull()
})
