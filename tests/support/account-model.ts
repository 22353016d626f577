import { randomUUID } from 'node:crypto'
import type { createHttpApp } from '#app/http/app.ts'
import { findAccess } from '#features/accounts/access-version.ts'
import { knownDevice } from '#features/accounts/devices/commands.ts'
import { subscribeToPush } from '#features/notifications/push.ts'
import type { PushPort } from '#ports/push/push.ts'
import type { Services } from '#ports/services.ts'
import { createParty, deliverPost, newPassword, type Party, SECRET } from './account-model-parties.ts'
import { findBrokenRules, type Held } from './account-model-rules.ts'
import { type Known, type Listener, openStates, type States } from './account-model-states.ts'
import type { Act, Step } from './account-model-steps.ts'
import { addPasskey, signInWithPasskey } from './passkeys.ts'
import { makeCoach } from './people.ts'
import { connectProvider, visitProvider } from './providers.ts'
import { codeFrom } from './totp.ts'
import { presentTransaction } from './traces.ts'
import { createVisitor, type Visitor } from './visitor.ts'

/** The model controls the product's clock. */
interface World {
  services: Services
  app: ReturnType<typeof createHttpApp>
  clock: { advance(ms: number): void }
  /** Receives the model's webhooks. The product must be configured to allow its host. */
  listener: Listener
}

const sendsLetter: ReadonlySet<Act> = new Set(['register', 'askForLink', 'changeAddress'])
const takesSession: ReadonlySet<Act> = new Set([
  'changeAddress',
  'changePassword',
  'signOut',
  'signOutEverywhere',
  'setUpCode',
  'endCode',
  'connectProvider',
  'disconnectProvider',
  'addPasskey',
  'removePasskey',
  'listenIn',
  'connect',
  'teach',
  'write',
  'close',
])

const anyPush: PushPort = {
  publicKey: 'of the model',
  accepts: () => true,
  send: async () => 'sent',
}

/** Returns a unique name of letters only: seven digits in a row would be refused as a phone number. */
const newWord = () => `Word${randomUUID().replaceAll(/[^a-f]/g, '')}`

export const readMe = async (who: Visitor): Promise<string | null> =>
  (await who.get('/api/me')).json?.userId ?? null

/** Makes server errors fail the test. @param onChange called after each request that may have changed data */
function strict(who: Visitor, onChange: () => void): Visitor {
  const { send } = who
  who.send = async (method, path, body, headers) => {
    const answer = await send(method, path, body, headers)
    if (method !== 'GET' && answer.status < 400) onChange()
    if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer
  }
  return who
}

/**
 * Plays sequences of an owner and an intruder who compete for the same email addresses, over HTTP and on a real database. The model derives
 * what the owner holds from the responses she received.
 */
export function openAccountModel({ services, app, clock, listener }: World) {
  const { db } = services
  let hasChanged = false
  const visitor = () =>
    strict(
      createVisitor(() => app),
      () => {
        hasChanged = true
      },
    )
  /** Counts events, to verify that the sequences cover the rules. */
  const happened: Record<string, number> = {}
  const note = (what: string) => {
    happened[what] = (happened[what] ?? 0) + 1
  }
  let opening: Promise<States> | undefined

  /** Plays one sequence, after which the owner recovers her accounts. @returns the violated rules */
  async function play(steps: readonly Step[]): Promise<string[]> {
    const owner = createParty('owner', visitor)
    const intruder = createParty('intruder', visitor, owner.mailboxes)
    const parties = [owner, intruder]
    const held: Held = { accounts: new Map(), copied: new Set() }
    opening ??= openStates({ services, visitor, listener, note })
    const states = await opening
    const began = await presentTransaction(db.$client)
    /** All accounts opened by the two parties. */
    const all: Known[] = []
    const knownOf = (userId: string | null) => all.find((known) => known.userId === userId)
    const broken: string[] = []
    const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)]

    /** From now on the owner holds the account: she has opened it or proved that she owns its mailbox. */
    function hold(userId: string, password?: string | null) {
      const known = held.accounts.get(userId)
      held.accounts.set(userId, { password: password === undefined ? (known?.password ?? null) : password })
    }
    /** The owner has removed everyone else's access to the account. */
    const recovered = (userId: string) => held.copied.delete(userId)

    async function signedIn(party: Party, who: Visitor, answer: Awaited<ReturnType<Visitor['get']>>) {
      const { userId, secondFactor } = answer.json ?? {}
      if (userId || secondFactor) note(`${party.name} signs in`)
      if (party === owner && userId) hold(userId)
      if (secondFactor) await answerCode(party, who)
    }

    async function answerCode(party: Party, who: Visitor, trustDevice = true) {
      for (const codes of party.codes.values()) {
        const code = codes.pop()
        if (!code) continue
        const answer = await who.post('/api/sessions/second-factor', { code, trustDevice })
        if (answer.json?.userId) return note(`${party.name} answers with a code`)
      }
    }

    async function followLink(party: Party, who: Visitor, link: Party['links'][number], at: number) {
      const { token } = link
      const password = pick([...party.passwords], at)
      const withPassword = at % 2 === 0 || !password ? { token } : { token, password }
      if (link.page === '/magic-link-login') {
        const answer = await who.put('/api/magic-links', { token })
        if (party === owner && answer.status === 200 && answer.json.userId)
          hold(answer.json.userId, await passwordOf(answer.json.userId))
        return await signedIn(party, who, answer)
      }
      if (link.page === '/reset-password') return await reset(party, who, token)
      const path = link.page === '/verify-email' ? '/api/email-verifications' : '/api/email-changes'
      const answer = await who.put(path, withPassword)
      if (answer.status !== 200) return
      note(`${party.name} ${link.page === '/verify-email' ? 'confirms an address' : 'changes an address'}`)
      if (party === owner && link.page === '/confirm-email') {
        const changed = await findAccess(db, answer.json.email)
        if (changed && !held.accounts.has(changed.userId))
          broken.push('a click tied the owner’s mailbox to another’s account')
      }
    }

    async function reset(party: Party, who: Visitor, token: string) {
      const password = newPassword()
      const owns = await whoseLink(token)
      const answer = await who.put('/api/password-resets', { token, password })
      if (answer.status !== 200) return
      party.passwords.add(password)
      note(`${party.name} resets a password`)
      if (party === owner && owns) {
        hold(owns, password)
        recovered(owns)
      }
      await signedIn(party, who, answer)
    }

    /** Returns null if the account has no password any more; undefined otherwise. */
    async function passwordOf(userId: string) {
      const { rows } = await db.$client.query('select 1 from credentials where user_id = $1', [userId])
      return rows.length === 0 ? null : undefined
    }
    async function whoseLink(token: string): Promise<string | null> {
      const { rows } = await db.$client.query<{ user_id: string }>(
        `select user_id from account_links where token_hash = sha256(convert_to($1, 'UTF8')) and used_at is null`,
        [token],
      )
      return rows[0]?.user_id ?? null
    }

    const doing: Record<Act, (party: Party, who: Visitor, a: number) => Promise<unknown>> = {
      async register(party, who, a) {
        // The intruder also registers with the owner's addresses.
        const addresses =
          party === owner ? owner.mailboxes : [...owner.mailboxes, ...owner.mailboxes, ...intruder.mailboxes]
        const password = newPassword()
        const [word, email] = [newWord(), pick(addresses, a) ?? '']
        const answer = await who.post('/api/accounts', { name: word, email, phone: '7045550100', password })
        if (answer.status !== 201) return
        const { userId } = answer.json
        const given = { tokens: [], feeds: [], hooks: [] }
        all.push({ userId, word, email, state: 'open', given, before: null })
        party.passwords.add(password)
        note(`${party.name} registers`)
        if (party === owner) hold(answer.json.userId, password)
      },
      async signIn(party, who, a) {
        const addresses = party === owner ? owner.mailboxes : [...owner.mailboxes, ...intruder.mailboxes]
        const email = pick(addresses, a)
        for (const password of party.passwords) {
          const answer = await who.post('/api/sessions', { email, password })
          if (answer.status === 201) return await signedIn(party, who, answer)
        }
      },
      answerCode: async (party, who) => await answerCode(party, who),
      async askForLink(_party, who, a) {
        const email = pick(a % 5 === 0 ? intruder.mailboxes : owner.mailboxes, a)
        const kind = pick(['magic-links', 'password-resets'], Math.floor(a / 2))
        await who.post(a % 7 === 0 ? '/api/me/email/verification' : `/api/${kind}`, { email })
      },
      async followLink(party, who, a) {
        const link = pick(party.links.slice(-6), a)
        if (link) await followLink(party, who, link, a)
      },
      async refuse(party, who, a) {
        const tying = party.links.filter(({ page }) => page === '/verify-email' || page === '/confirm-email')
        const link = pick(tying.slice(-3), a)
        if (!link) return
        const userId = await whoseLink(link.token)
        // The owner refuses only links for the intruder's accounts, not for her own.
        if (party === owner && userId && held.accounts.has(userId)) return
        const purpose = link.page === '/verify-email' ? 'email-verification' : 'email-change'
        const answer = await who.post('/api/mailbox-refusals', { purpose, token: link.token })
        if (answer.status !== 200) return
        note(`${party.name} refuses`)
        // The account's creator has lost access, whether or not it is suspended.
        const refused = knownOf(userId)
        if (refused) refused.before = null
      },
      async changeAddress(party, who, a) {
        const next = party === owner ? owner.mailboxes : [...intruder.mailboxes, ...owner.mailboxes]
        for (const password of party.passwords)
          await who.post('/api/me/email', { newEmail: pick(next, a), password })
      },
      async changePassword(party, who, a) {
        const userId = await readMe(who)
        const newOne = newPassword()
        for (const currentPassword of party.passwords) {
          const endOthers = a % 3 > 0
          const answer = await who.put('/api/me/password', {
            currentPassword,
            newPassword: newOne,
            endOthers,
          })
          if (answer.status !== 200 || !userId) continue
          party.passwords.add(newOne)
          note(`${party.name} changes a password`)
          if (party !== owner) return
          hold(userId, newOne)
          if (endOthers) recovered(userId)
          return
        }
      },
      signOut: async (_party, who) => await who.send('DELETE', '/api/sessions'),
      async signOutEverywhere(party, who, a) {
        const userId = await readMe(who)
        const answer = await who.post('/api/me/sessions/end', { keepThis: a % 2 === 0 })
        if (answer.status !== 200 || !userId) return
        note(`${party.name} signs out everywhere`)
        if (party === owner) recovered(userId)
      },
      async setUpCode(party, who) {
        const userId = await readMe(who)
        if (!userId) return
        for (const password of party.passwords) {
          const begun = await who.post('/api/me/second-factor', { password })
          if (begun.status !== 200) continue
          const on = await who.put('/api/me/second-factor', { code: codeFrom(begun.json.uri) })
          if (on.status !== 200) return
          note(`${party.name} sets up a code`)
          party.codes.set(userId, begun.json.backupCodes)
          return
        }
      },
      async endCode(party, who) {
        const userId = await readMe(who)
        for (const password of party.passwords) {
          const code = userId && party.codes.get(userId)?.at(-1)
          if (!code) return
          const off = await who.post('/api/me/second-factor/end', { password, code })
          if (off.status === 200) return party.codes.delete(userId)
        }
      },
      async visitProvider(party, who, a) {
        const account = pick(party.identities, a)
        if (!account) return
        const answer = await visitProvider(services, who, account)
        const result = answer.json?.result
        if (account.isVerified === false && result && result.kind !== 'refused')
          broken.push('an address that the provider has not verified signs in')
        if (result?.kind === 'account_exists') note(`${party.name} has an account that is not connected`)
        if (result?.kind === 'signed_in') {
          note(`${party.name} signs in with a provider`)
          return await signedIn(party, who, { ...answer, json: result.next })
        }
        if (result?.kind !== 'new_account') return
        const word = newWord()
        const made = await who.post('/api/provider-accounts', { name: word, phone: '7045550100' })
        if (made.status !== 201) return
        const { userId } = made.json
        const given = { tokens: [], feeds: [], hooks: [] }
        all.push({ userId, word, email: account.email, state: 'open', given, before: null })
        note(`${party.name} signs up with a provider`)
        if (party === owner) hold(userId, null)
      },
      async connectProvider(party, who, a) {
        const account = pick(party.identities, a)
        for (const password of party.passwords) {
          if (!account) return
          const answer = await connectProvider(services, who, password, account)
          if (answer.json?.code === 'wrong_password') continue
          if (answer.json?.result?.kind === 'connected') note(`${party.name} connects a provider`)
          return
        }
      },
      disconnectProvider: async (_party, who) =>
        await who.send('DELETE', '/api/me/sign-in-methods/providers/google'),
      async addPasskey(party, who) {
        for (const password of party.passwords) {
          const answer = await addPasskey(who, party.device, password)
          if (answer.json?.code === 'wrong_password') continue
          if (answer.status === 201) note(`${party.name} adds a passkey`)
          return
        }
      },
      async usePasskey(party, who, a) {
        const key = pick(party.device.keys, a)
        if (!key) return
        const answer = await signInWithPasskey(who, party.device, {}, key)
        if (answer.status === 201) note(`${party.name} signs in with a passkey`)
        await signedIn(party, who, answer)
      },
      async removePasskey(_party, who, a) {
        const { passkeys = [] } = (await who.get('/api/me/sign-in-methods')).json ?? {}
        const passkey = pick<{ id: string }>(passkeys, a)
        if (passkey) await who.send('DELETE', `/api/me/passkeys/${passkey.id}`)
      },
      async listenIn(party, who) {
        const userId = await readMe(who)
        if (!userId) return
        const feed = await who.post('/api/calendar-feed')
        const path = new URL(feed.json.url).pathname
        party.feeds.push(path)
        knownOf(userId)?.given.feeds.push(path)
        const { pushEndpoint: endpoint, phone } = party
        await subscribeToPush(
          { ...services, push: anyPush },
          { userId },
          { endpoint, p256dh: 'k', auth: 'a', device: '' },
          await services.sessions.findSessionId(new Headers({ cookie: who.cookie })),
        )
        await who.put('/api/me/account', { name: knownOf(userId)?.word, phone, city: '' })
        await who.post('/api/text-consent/code')
        const texts = await db.$client.query<{ body_text: string }>(
          `delete from local_vendor.outbox where channel = 'sms' and recipient = $1 returning body_text`,
          [phone],
        )
        const code = /\d{6}/.exec(texts.rows.at(-1)?.body_text ?? '')?.[0] ?? ''
        if ((await who.put('/api/text-consent', { agrees: true, code })).status === 200)
          note(`${party.name} is texted`)
      },
      async connect(party, who) {
        const userId = await readMe(who)
        const given = knownOf(userId)?.given
        if (!given) return
        const token = await who.post('/api/me/access-tokens', {
          name: 'A program',
          scopes: ['profile:read'],
          lifetime: 'never',
        })
        if (token.status === 201) {
          given.tokens.push(token.json.token)
          party.tokens.push(token.json.token)
        }
        const path = `/${randomUUID()}`
        const url = `http://${listener.host}${path}`
        const hook = await who.post('/api/me/webhooks', { url, events: ['booking.confirmed'] })
        if (hook.status !== 201) return
        given.hooks.push({ id: hook.json.endpoint.id, path })
        party.hooks.push({ id: hook.json.endpoint.id, path })
        note(`${party.name} connects programs`)
      },
      async teach(party, who) {
        const me = (await who.get('/api/me')).json
        const known = knownOf(me?.userId ?? null)
        if (me?.role !== 'student' || !known) return
        await makeCoach(db.$client, known.userId, known.word)
        services.sessions.forget(known.userId)
        note(`${party.name} becomes a coach`)
      },
      async write(party, who) {
        const userId = await readMe(who)
        const word = knownOf(userId)?.word
        if (party !== owner || !userId || !held.accounts.has(userId)) return
        await who.put('/api/me/account', { name: word, phone: owner.phone, city: `${SECRET} ${word}` })
      },
      async close(party, who) {
        const userId = await readMe(who)
        for (const password of party.passwords) {
          const answer = await who.post('/api/me/closure', { password })
          if (answer.status !== 200 || !userId) continue
          note(`${party.name} closes`)
          if (party === owner) held.accounts.delete(userId)
          return
        }
      },
    }

    async function step(one: Step) {
      if ('who' in one) {
        const party = one.who === 'owner' ? owner : intruder
        await doing[one.do](party, await chooseBrowser(party, one), one.a)
        // Emails usually arrive immediately.
        if (one.a % 3 > 0 && sendsLetter.has(one.do)) await deliverPost(services, parties)
        return
      }
      if ('admin' in one) return await actAsAdmin(one)
      if (one.do === 'post') return await deliverPost(services, parties)
      if (one.do === 'wait') return clock.advance(one.minutes * 60_000)
      if (one.do === 'learnPassword') {
        const inUse = new Set([...held.accounts.values()].map(({ password }) => password))
        const learned = pick(
          [...owner.passwords].filter((password) => !inUse.has(password)),
          one.a,
        )
        if (learned) intruder.passwords.add(learned)
        return
      }
      if (one.do === 'copyBrowser') {
        const { cookie } = owner.browsers[one.a % 2 === 0 ? 0 : 1]
        const copy = intruder.browsers[one.b % 2 === 0 ? 0 : 1]
        copy.cookie = cookie
        // The intruder keeps access until the owner removes it: accounts in which the browser is signed in or trusted.
        for (const userId of held.accounts.keys())
          if (await opens(copy, userId)) {
            held.copied.add(userId)
            note('a browser is copied')
          }
        return
      }
    }

    async function actAsAdmin(one: Extract<Step, { admin: true }>) {
      const state = one.do === 'lift' ? 'suspended' : 'open'
      const known = pick(
        all.filter((account) =>
          one.do === 'closeFor' ? account.state !== 'closed' : account.state === state,
        ),
        one.a,
      )
      if (!known) return
      if (one.do === 'suspend')
        broken.push(...(await states.suspend(parties, known, one.b % 2 === 0 ? 'keep' : 'cancel')))
      else if (one.do === 'lift') await lift(known)
      else if (await states.close(known)) held.accounts.delete(known.userId)
    }

    const lift = async (known: Known) => {
      const password = held.accounts.get(known.userId)?.password
      broken.push(
        ...(await states.lift(parties, known, held.copied.has(known.userId) ? null : (password ?? null))),
      )
    }

    /** Chooses the browser. If the action needs a session that the first one lacks, uses the second one. */
    async function chooseBrowser(party: Party, { do: act, b }: { do: Act; b: number }) {
      const [first, second] = b % 2 === 0 ? party.browsers : [party.browsers[1], party.browsers[0]]
      return takesSession.has(act) && (await readMe(first)) === null ? second : first
    }

    /** Whether a browser is signed in to an account or trusted by it. */
    async function opens(who: Visitor, userId: string): Promise<boolean> {
      if ((await readMe(who)) === userId) return true
      const { rows } = await db.$client.query<{ version: number }>(
        'select access_version as version from profiles where id = $1',
        [userId],
      )
      const access = { userId, version: rows[0]?.version ?? 0 }
      return knownDevice(services, access, new Headers({ cookie: who.cookie })) !== null
    }

    /** The owner recovers all accounts with her addresses by resetting their passwords. */
    async function recoverAll() {
      for (const known of all) if (known.state === 'suspended') await lift(known)
      clock.advance(61 * 60_000)
      for (const email of owner.mailboxes) {
        const access = await findAccess(db, email)
        if (!access) continue
        await visitor().post('/api/password-resets', { email })
        await deliverPost(services, parties)
        const link = owner.links.findLast(({ to, page }) => to === email && page === '/reset-password')
        const who = visitor()
        if (link) await reset(owner, who, link.token)
        if ((await readMe(who)) !== access.userId)
          broken.push('the owner cannot get at an account of her address')
      }
    }

    const check = async (isOver: boolean) =>
      broken.push(...(await findBrokenRules({ services, visitor }, { owner, intruder }, held, isOver)))
    for (const one of steps) {
      hasChanged = false
      await step(one)
      // Half of the steps are refused, and then the rules need no new check.
      if (hasChanged) {
        broken.push(...(await states.follow(parties, all)))
        await check(false)
      }
      if (broken.length > 0) return [...broken, JSON.stringify(one)]
    }
    await recoverAll()
    await check(true)
    await deliverPost(services, parties)
    broken.push(...(await states.findTraces(parties, all, began)))
    await db.$client.query('delete from pgboss.job; delete from local_vendor.outbox')
    return broken
  }

  return { play, happened }
}
