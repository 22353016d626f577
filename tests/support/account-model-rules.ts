import { randomUUID } from 'node:crypto'
import { knownDevice } from '#features/accounts/devices/commands.ts'
import { receiveInboundText } from '#features/notifications/texting/commands.ts'
import { mayText } from '#features/notifications/texting/may-text.ts'
import type { Services } from '#ports/services.ts'
import { type Party, SECRET } from './account-model-parties.ts'
import { signInWithPasskey } from './passkeys.ts'
import { visitProvider } from './providers.ts'
import type { Visitor } from './visitor.ts'

/** What is the owner's, as the answers she got say. */
export interface Held {
  /** Her accounts, each with the password she chose last; null where there is none. */
  accounts: Map<string, { password: string | null }>
  /** Those an intruder copied a browser of, and she did nothing about yet. */
  copied: Set<string>
}

interface World {
  services: Services
  visitor: () => Visitor
}

const ofBrowser = (who: Visitor) => new Headers({ cookie: who.cookie })

/**
 * What must hold between the owner and the intruder.
 * @param isOver also tries everything the intruder has and knows, which ends the sequence
 * @returns the rules that do not hold
 */
export async function findBrokenRules(
  world: World,
  { owner, intruder }: { owner: Party; intruder: Party },
  held: Held,
  isOver: boolean,
): Promise<string[]> {
  const { services } = world
  const broken: string[] = []
  const own = [...held.accounts.keys()].filter((userId) => !held.copied.has(userId))
  for (const browser of intruder.browsers) {
    const me = (await browser.get('/api/me')).json?.userId
    if (own.includes(me)) broken.push('the intruder is signed in to the owner’s account')
  }
  const { rows } = await services.db.$client.query<{
    id: string
    email: string
    version: number
    is_closed: boolean
    has_code: boolean
    is_notified: boolean
    phone: string | null
  }>(
    `select id, email, phone, access_version as version, closed_at is not null as is_closed, two_factor_enabled as has_code,
      exists (select from push_subscriptions s where s.user_id = p.id and s.endpoint = $2) as is_notified
     from profiles p where id = any ($1)`,
    [own, intruder.pushEndpoint],
  )
  for (const account of rows) {
    if (account.is_closed) broken.push('the owner’s account is closed')
    else if (!owner.mailboxes.includes(account.email)) broken.push('the owner’s account has another address')
    if (account.has_code && !owner.codes.has(account.id))
      broken.push('the owner is asked for a code that is not hers')
    if (account.is_notified) broken.push('the intruder is notified')
    const access = { userId: account.id, version: account.version }
    for (const browser of intruder.browsers)
      if (knownDevice(services, access, ofBrowser(browser))) broken.push('the intruder’s browser is known')
    if (account.phone === intruder.phone && (await isTexted(services, account.id, intruder.phone, isOver)))
      broken.push('the intruder is texted')
  }
  const added = await services.db.$client.query<{ what: string }>(
    `select 'an identity' as what from credentials where user_id = any ($1) and provider_id <> 'credential' and not email = any ($2)
     union all select 'a passkey' from passkeys where user_id = any ($1) and credential_id = any ($3)`,
    [own, owner.mailboxes, intruder.device.keys.map(({ id }) => id.toString('base64url'))],
  )
  for (const { what } of added.rows) broken.push(`${what} of the intruder opens the owner’s account`)
  if (isOver) broken.push(...(await tryEverything(world, { owner, intruder }, held)))
  return broken
}

/** Whether a person may be texted at a number, at the end also after the number asked for texts again. */
async function isTexted(services: Services, userId: string, phone: string, asksAgain: boolean) {
  if (asksAgain) await receiveInboundText(services, { id: randomUUID(), from: phone, text: 'START' })
  return await mayText(services.db, userId, phone)
}

/** The intruder tries every password, link, address and browser there is. */
async function tryEverything(
  { services, visitor }: World,
  { owner, intruder }: { owner: Party; intruder: Party },
  held: Held,
): Promise<string[]> {
  const broken: string[] = []
  const isOwners = (userId: unknown) => typeof userId === 'string' && held.accounts.has(userId)

  for (const password of intruder.passwords)
    for (const email of owner.mailboxes)
      for (const who of [
        visitor(),
        ...intruder.browsers.map((one) => Object.assign(visitor(), { cookie: one.cookie })),
      ]) {
        const { json } = await who.post('/api/sessions', { email, password })
        if (isOwners(json?.userId) || json?.secondFactor) broken.push('the intruder knows the password')
      }
  for (const feed of intruder.feeds)
    if ((await visitor().get(feed)).status === 200 && isOwners(await feedOwner(services, feed)))
      broken.push('the intruder reads the owner’s calendar')
  for (const token of intruder.tokens) {
    const { json } = await visitor().send('GET', '/api/v1/me', undefined, {
      authorization: `Bearer ${token}`,
    })
    if (isOwners(json?.userId)) broken.push('the intruder has a token of the owner’s account')
  }
  const told = await services.db.$client.query(
    'select from webhook_endpoints where id = any ($1) and disabled_at is null and user_id = any ($2)',
    [intruder.hooks.map(({ id }) => id), [...held.accounts.keys()]],
  )
  if (told.rowCount) broken.push('a program of the intruder is told of the owner’s lessons')
  for (const browser of intruder.browsers) {
    const taken = await browser.get('/api/me/export')
    if (taken.text.includes(SECRET)) broken.push('the intruder takes the owner’s data along')
  }
  for (const { page, token } of intruder.links) {
    const path = {
      '/magic-link-login': 'magic-links',
      '/reset-password': 'password-resets',
      '/verify-email': 'email-verifications',
    }[page]
    for (const who of intruder.browsers)
      for (const password of [undefined, ...intruder.passwords]) {
        const answer = await who.put(`/api/${path ?? 'email-changes'}`, {
          token,
          password: password ?? 'a word of the intruder',
        })
        if (isOwners(answer.json?.userId)) broken.push('the intruder has a link into the owner’s account')
      }
  }
  for (const account of intruder.identities) {
    const { result } = (await visitProvider(services, visitor(), account)).json ?? {}
    if (isOwners(result?.next?.userId) || (account.isVerified === false && result?.kind !== 'refused'))
      broken.push('the intruder comes from a provider into the owner’s account')
  }
  for (const key of intruder.device.keys)
    if (isOwners((await signInWithPasskey(visitor(), intruder.device, {}, key)).json?.userId))
      broken.push('the intruder has a passkey of the owner’s account')
  const { rows } = await services.db.$client.query<{ email: string }>(
    'select email from profiles where id = any ($1) and not email = any ($2)',
    [[...held.accounts.keys()], owner.mailboxes],
  )
  if (rows.length > 0) broken.push('the intruder moved the owner’s account to another address')
  return broken
}

async function feedOwner(services: Services, path: string): Promise<string | null> {
  const token = path.slice('/calendar/'.length, -'.ics'.length)
  const { rows } = await services.db.$client.query<{ user_id: string }>(
    `select user_id from calendar_feeds where token_hash = sha256(convert_to('calendar feed ' || $1, 'UTF8'))`,
    [token],
  )
  return rows[0]?.user_id ?? null
}
