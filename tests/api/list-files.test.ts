import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { adminLists } from '#app/admin-lists.ts'
import { seedDemo } from '#db/seed/demo.ts'
import type { ListColumn } from '#platform/admin-list.ts'
import { buyGiftCard } from '../support/gift-cards.ts'
import { testProduct, type Visitor } from '../support/product.ts'

/** Compares every list of the back office, with the data of a busy marketplace, to its exported file. */
const product = testProduct()
let admin: Visitor

beforeAll(async () => {
  const client = await product.database.pool.connect()
  try {
    await seedDemo(client, { coaches: 60, now: product.clock.now() })
  } finally {
    client.release()
  }
  await buyGiftCard(product, await product.student('Pat Morgan'))
  const avery = await product.admin()
  admin = avery
  await product.query(
    `insert into audit_log (actor_id, subject_id, action, target, created_at)
     select $1, id, 'call', 'bookings.list', $2 from profiles where id <> $1 limit 3`,
    [avery.userId, new Date(product.clock.now())],
  )
  await product.query(
    `insert into failed_items (job, item, error, first_failed_at, last_failed_at)
     values ('remind-of-lessons/24h', gen_random_uuid()::text, 'no answer', $1, $1)`,
    [new Date(product.clock.now())],
  )
})

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
})

/** A cell as text, as shown on the screen. */
function written({ kind, options }: ListColumn, cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (kind === 'yes-no') return cell === true ? 'yes' : ''
  if (kind === 'choice') return options?.find(({ value }) => value === cell)?.label ?? String(cell)
  if (kind === 'money')
    return (Number(cell) / 100)
      .toFixed(2)
      .replace(/^(-.*)\.00$/, '$1')
      .replace(/^(-\d+\.\d)0$/, '$1')
  if (kind !== 'instant') return String(cell)
  const parts = Object.fromEntries(
    newYork.formatToParts(new Date(String(cell))).map(({ type, value }) => [type, value]),
  )
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute} ${parts.dayPeriod}`
}

/**
 * Removes the apostrophe that the file puts before texts a spreadsheet would interpret as a formula; numbers
 * have none.
 */
const asText = (text: string) => text.replace(/^'(?=[=+\-@\t\r])/, '')

const filled: string[] = []

test.each(adminLists)(
  'the file of $name matches its screen, row by row to the last row [D2]',
  async (list) => {
    const shown = await admin.get(`/api/admin/lists/${list.name}`)
    const file = await admin.get(`/admin/files/${list.name}.csv`)
    expect([shown.status, file.status], file.text.slice(0, 200)).toEqual([200, 200])
    const columns = Object.entries(list.columns).filter(([, { hidden }]) => !hidden)
    const [head = [], ...lines]: string[][] = parse(file.text, { bom: true })
    expect(head.map((label) => label.replace(/ \((New York time|USD)\)$/, ''))).toEqual(
      columns.map(([, { label }]) => label),
    )
    const { rows, count, isMore } = shown.json
    if (!isMore) expect(lines).toHaveLength(count)
    const expected = rows.map(({ cells }: { cells: Record<string, unknown> }) =>
      columns.map(([name, column]) => written(column, cells[name])),
    )
    expect(lines.slice(0, rows.length).map((line) => line.map(asText))).toEqual(expected)
    for (const cell of lines.flat()) expect(cell).not.toMatch(/^[=@\t\r]|^[+-](?!\d)/)
    if (rows.length > 0) filled.push(list.name)
  },
)

test('almost no list was empty', () => {
  const empty = adminLists.map(({ name }) => name).filter((name) => !filled.includes(name))
  expect(empty.length, empty.join(', ')).toBeLessThan(4)
})
