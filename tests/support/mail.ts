import type { Pool } from 'pg'

export interface Letter {
  subject: string
  text: string
}

/** What the local outbox holds for somebody, newest first. */
export async function lettersTo(pool: Pool, email: string): Promise<Letter[]> {
  const { rows } = await pool.query<Letter>(
    `select subject, body_text as text from local_vendor.outbox
     where channel = 'email' and recipient like '%' || $1 || '%' order by position desc`,
    [email],
  )
  return rows
}

/** The token in the newest letter's link to a page of ours, such as `/reset-password`. */
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
