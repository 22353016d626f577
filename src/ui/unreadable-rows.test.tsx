import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UnreadableRows } from './unreadable-rows.tsx'

const rows = [
  { line: 3, why: 'no email address' },
  { line: 7, why: 'no email address' },
]

test('a list of left-out lines that is cut says how many more there are', () => {
  expect(renderToStaticMarkup(<UnreadableRows rows={rows} count={102} />)).toContain('and 100 more lines')
  expect(renderToStaticMarkup(<UnreadableRows rows={rows} count={3} />)).toContain('and 1 more line<')
  for (const count of [2, undefined])
    expect(renderToStaticMarkup(<UnreadableRows rows={rows} {...(count ? { count } : {})} />)).not.toContain(
      'more',
    )
})
