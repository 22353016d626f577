import { randomUUID } from 'node:crypto'
import { mailLink } from '#features/accounts/links/commands.ts'
import type { LinkRequest } from '#features/accounts/links/jobs.ts'
import type { Services } from '#ports/services.ts'
import type { Visitor } from './visitor.ts'

/** A link that arrived in somebody's mailbox. */
export interface Arrived {
  to: string
  page: string
  token: string
}

/** What one of the two has and knows. */
export interface Party {
  name: 'owner' | 'intruder'
  browsers: readonly [Visitor, Visitor]
  mailboxes: readonly [string, string]
  /** Every password they chose, or learned. */
  passwords: Set<string>
  links: Arrived[]
  /** Backup codes of the apps they set up, by account. */
  codes: Map<string, string[]>
  /** Private calendar addresses they were given. */
  feeds: string[]
  /** Access tokens and webhooks they made. */
  tokens: string[]
  hooks: { id: string; path: string }[]
  phone: string
  pushEndpoint: string
}

export function createParty(name: Party['name'], visitor: () => Visitor): Party {
  const id = randomUUID()
  return {
    name,
    browsers: [visitor(), visitor()],
    mailboxes: [`${name}-one-${id}@model.test`, `${name}-two-${id}@model.test`],
    passwords: new Set(),
    links: [],
    codes: new Map(),
    feeds: [],
    tokens: [],
    hooks: [],
    phone: `+1704${String(2_000_000 + Math.floor(Math.random() * 7_999_999))}`,
    pushEndpoint: `https://push.model.test/${id}`,
  }
}

/** What only the owner writes into an account begins so. */
export const SECRET = 'the secret of'

/** One that nobody else has. */
export const newPassword = () => `word-${randomUUID()}`

/** Mails every link that was asked for, to whom it belongs, and forgets the letters. */
export async function deliverPost(services: Services, parties: readonly Party[]): Promise<void> {
  const pool = services.db.$client
  const asked = await pool.query<{ data: LinkRequest }>(
    `delete from pgboss.job where name = 'send-account-link' returning data`,
  )
  for (const { data } of asked.rows) await mailLink(services, data)
  const letters = await pool.query<{ recipient: string; body_text: string }>(
    `delete from local_vendor.outbox where channel = 'email' returning recipient, body_text`,
  )
  for (const { recipient, body_text } of letters.rows) {
    const isFor = (mailbox: string) => recipient.includes(mailbox)
    const reader = parties.find(({ mailboxes }) => mailboxes.some(isFor))
    const to = reader?.mailboxes.find(isFor)
    for (const [address] of body_text.matchAll(/https?:\/\/\S+?(?=[)\s]|$)/g)) {
      const url = new URL(address)
      const token = url.searchParams.get('token')
      if (token && to) reader?.links.push({ to, page: url.pathname, token })
    }
  }
}
