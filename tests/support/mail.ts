import type { Pool } from 'pg'
import type { testProduct, Visitor } from './product.ts'

export interface Letter {
  subject: string
  text: string
}

/** The emails to an address in the local outbox, newest first. */
export async function lettersTo(pool: Pool, email: string): Promise<Letter[]> {
  const { rows } = await pool.query<Letter>(
    `select subject, body_text as text from local_vendor.outbox
     where channel = 'email' and recipient like '%' || $1 || '%' order by position desc`,
    [email],
  )
  return rows
}

/** The token in the newest email's link to a page of the product, such as `/reset-password`. */
export async function tokenFor(pool: Pool, email: string, page: string): Promise<string> {
  for (const { text } of await lettersTo(pool, email)) {
    const link = /https?:\/\/\S+?(?=[)\s]|$)/g
    for (const [address] of text.matchAll(link)) {
      const url = new URL(address)
      const token = url.searchParams.get('token')
      if (url.pathname === page && token) return token
    }
  }
  throw new Error(`no letter to ${email} with a link to ${page}`)
}

/** A person who has signed up follows the link in the first email, in the same browser. */
export async function confirmAddress(
  product: ReturnType<typeof testProduct>,
  person: Visitor & { email: string },
): Promise<void> {
  await product.sendMessages()
  const token = await tokenFor(product.database.pool, person.email, '/verify-email')
  const body = JSON.stringify({ token })
  const answer = await person.send('PUT', '/api/email-verifications', body, {
    'content-type': 'application/json',
  })
  if (answer.status !== 200) throw new Error(`not confirmed: ${answer.text}`)
}
