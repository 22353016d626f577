import { expect, test } from 'vitest'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()

/** Days from now, at ten in the morning in Charlotte. */
function startIn(days: number): string {
  const day = new Date(product.clock.now() + days * 86_400_000).toISOString().slice(0, 10)
  return `${day}T15:00:00.000Z`
}

test('control characters are removed from a name in every form', async () => {
  const sam = await product.student('Sam\u0007 Rivera\0')
  expect((await sam.get('/api/me/account')).json.name).toBe('Sam Rivera')
  const details = { name: 'Sam\r\nBcc: eve', phone: '704 555 0150', city: 'Char\u001blotte' }
  const changed = await sam.put('/api/me/account', details)
  expect(changed.json).toMatchObject({ name: 'Sam Bcc: eve', city: 'Charlotte' })
})

test('a coach gets every email even when a student’s stored name has control characters', async () => {
  const { pool } = product.database
  const maya = await signedInCoach(product, 'Maya Bennett')
  const sam = await product.student('Sam Rivera')
  await pool.query('update profiles set full_name = $2 where id = any ($1)', [
    [sam.userId, maya.userId],
    'Sam\u0007 Rivera\u009b',
  ])
  await bookPaid(product, sam, { instructorId: maya.userId, start: startIn(3) })
  for (const { email } of [maya, sam])
    expect((await lettersTo(pool, email)).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/booked/i),
    )
  const failed = await pool.query(`select error_message from email_logs where status = 'failed'`)
  expect(failed.rows).toEqual([])
})
