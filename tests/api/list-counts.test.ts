import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ListColumn } from '#platform/admin-list.ts'
import { countRows } from '#platform/list-page.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()

/** Rows 1 to `most`, which the database makes up as it reads them. */
const numbers = (most: number) => ({
  columns: { n: { label: 'Number', kind: 'number', value: sql`n` } } satisfies Record<string, ListColumn>,
  from: sql`generate_series(1, ${sql.raw(String(most))}) n`,
  id: sql`n`,
  idKind: 'number' as const,
  sortedBy: 'n',
  search: { label: 'Number', words: sql`n::text` },
})
const count = (most: number, q: string) => countRows(product.services.db, numbers(most), { q, filters: {} })

test('a slow count of a text search is aborted; the next query gets its full time again', async () => {
  expect(await count(3_000_000, 'qqzxv')).toBe(null)
  const { rows } = await product.services.db.execute(sql`show statement_timeout`)
  expect(rows).toEqual([{ statement_timeout: '0' }])
})

test('a count without search text stops at the list’s limit, with search text at the bulk action limit', async () => {
  expect(await count(9_999, '')).toEqual({ count: 9_999, isMore: false })
  expect(await count(30_000, '')).toEqual({ count: 10_000, isMore: true })
  // A word that begins with it: 9, and 90 to 99.
  expect(await count(700, '9')).toEqual({ count: 11, isMore: false })
  expect(await count(20_000, '1')).toEqual({ count: 5_000, isMore: true })
})
