import { randomUUID } from 'node:crypto'
import { mailLink } from '#features/accounts/links/commands.ts'
import type { LinkRequest } from '#features/accounts/links/jobs.ts'
import type { Services } from '#ports/services.ts'
import { type Authenticator, createAuthenticator } from './authenticator.ts'
import type { ProviderAccount } from './providers.ts'
import type { Visitor } from './visitor.ts'

/** A link that was emailed to one of the parties. */
export interface Arrived {
  to: string
  page: string
  token: string
}

/** What the owner or the intruder has and knows. */
export interface Party {
  name: 'owner' | 'intruder'
  browsers: readonly [Visitor, Visitor]
  mailboxes: readonly [string, string]
  /** Every password the party chose or learned. */
  passwords: Set<string>
  links: Arrived[]
  /** Backup codes of the party's authenticator setups, by account. */
  codes: Map<string, string[]>
  /** Private calendar URLs given to the party. */
  feeds: string[]
  /** Access tokens and webhooks created by the party. */
  tokens: string[]
  hooks: { id: string; path: string }[]
  /** The party's accounts at the sign-in provider. The provider has verified no address of another person. */
  identities: readonly ProviderAccount[]
  /** The party's phone with its passkeys. */
  device: Authenticator
  phone: string
  pushEndpoint: string
}

/** @param claimed addresses of the other party, which this one enters at the provider as well */
export function createParty(
  name: Party['name'],
  visitor: () => Visitor,
  claimed: readonly string[] = [],
): Party {
  const id = randomUUID()
  const mailboxes = [`${name}-one-${id}@model.test`, `${name}-two-${id}@model.test`] as const
  return {
    name,
    browsers: [visitor(), visitor()],
    mailboxes,
    passwords: new Set(),
    links: [],
    codes: new Map(),
    feeds: [],
    tokens: [],
    hooks: [],
    identities: [
      ...mailboxes.map((email) => ({ email })),
      ...claimed.map((email) => ({ email, isVerified: false })),
    ],
    device: createAuthenticator(),
    phone: `+1704${String(2_000_000 + Math.floor(Math.random() * 7_999_999))}`,
    pushEndpoint: `https://push.model.test/${id}`,
  }
}

/** The prefix of everything that only the owner writes into an account. */
export const SECRET = 'the secret of'

/** Returns a unique password. */
export const newPassword = () => `word-${randomUUID()}`

/** Delivers all requested links to the owners of the mailboxes, then deletes the emails. */
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
