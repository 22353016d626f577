import { expect, test } from 'vitest'
import { fillHtml, withFooter } from '#features/notifications/template.ts'
import { testDatabase } from '../support/database.ts'
import { hostileWords } from '../support/hostile-words.ts'

const database = testDatabase()
const links = {
  unsubscribeUrl: 'https://greenside.test/unsubscribe',
  appUrl: 'https://greenside.test',
  sender: 'Greenside, 1 Main Street',
}

/** The characters that a reader of mail takes for markup, in order. */
const marks = (html: string) => html.replace(/[^<>"'`]/g, '')

test('three hundred markup strings in every field of every email are never interpreted as markup', async () => {
  expect(hostileWords.length).toBeGreaterThanOrEqual(300)
  const { rows: templates } = await database.pool.query<{ key: string; html: string }>(
    'select template_key as key, html_content as html from email_templates',
  )
  expect(templates.length).toBeGreaterThan(20)
  const wrong: string[] = []
  for (const { key, html } of templates) {
    const names = new Set([...html.matchAll(/\{\{\s*([a-z_]+)\s*\}\}/g)].map(([, name = '']) => name))
    // Addresses are ours; everything else may have been written by anybody.
    const filled = (words: string) =>
      withFooter(
        fillHtml(
          html,
          Object.fromEntries([...names].map((name) => [name, name.endsWith('_url') ? links.appUrl : words])),
        ),
        links,
      )
    const bare = marks(filled('Sam'))
    for (const words of hostileWords)
      if (marks(filled(words.replaceAll('`', ''))) !== bare) wrong.push(`${key}: ${words}`)
  }
  expect(wrong).toEqual([])
})
