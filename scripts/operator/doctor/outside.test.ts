import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#platform/duration.ts'
import { startTwilioDouble } from '#tests/support/twilio-double.ts'
import { examineBackups } from './backups.ts'
import { examineAddress } from './public-address.ts'
import { examineVendors } from './vendors.ts'

/** Doubles of an installation's environment: time servers, DNS, certificates, Twilio and a backup folder. */
const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function listening(server: ReturnType<typeof createServer>) {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  opened.push(() => new Promise((done) => server.close(done).closeAllConnections()))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the clock', () => {
  const apart = async (ms: number) => {
    const host = await listening(
      createServer((_, response) => {
        response.setHeader('date', new Date(Date.now() + ms).toUTCString())
        response.writeHead(401, { 'content-type': 'application/json' }).end('{}')
      }),
    )
    const found = await examineVendors({
      APP_URL: 'https://fairway.golf',
      STRIPE_SECRET_KEY: 'sk_live_of_the_test',
      STRIPE_API_BASE: `http://${host}`,
    })
    return found.find(({ what }) => what.includes('clock'))
  }

  test('is right within what a slow answer takes', async () => {
    expect((await apart(-10_000))?.level).toBe('fine')
  })

  test.each([-400_000, 400_000])('is wrong where it is %i ms from the payment processor’s', async (ms) => {
    expect(await apart(ms)).toMatchObject({
      level: 'wrong',
      what: expect.stringMatching(/^The clock of this machine is (399|400|401) seconds off/),
      todo: expect.stringContaining('NTP'),
    })
  })
})

describe('the domain of our letters', () => {
  const findings = (records: Record<string, string[]> | 'unknown') =>
    examineAddress(
      { APP_URL: 'http://127.0.0.1:1', EMAIL_FROM: 'Fairway <hello@fairway.golf>' },
      async (name) => (records === 'unknown' ? 'unknown' : (records[name] ?? [])),
    )
  const spf = { 'fairway.golf': ['some-site-verification', 'v=spf1 include:mail.fairway.golf -all'] }
  const dmarc = { '_dmarc.fairway.golf': ['v=DMARC1; p=none'] }

  test('is in order with SPF and DMARC', async () => {
    expect(await findings({ ...spf, ...dmarc })).toContainEqual({
      level: 'fine',
      what: 'fairway.golf says who may send its mail (SPF, DMARC).',
    })
  })

  test('is told which of them it lacks, and that nobody could be asked', async () => {
    const words = async (records: Parameters<typeof findings>[0]) =>
      (await findings(records)).filter(({ level }) => level === 'note').map(({ what }) => what)
    expect(await words(dmarc)).toEqual(['fairway.golf has no SPF record: our letters look forged.'])
    expect(await words(spf)).toEqual([
      'fairway.golf has no DMARC record: Gmail and Yahoo refuse senders without.',
    ])
    expect(await words({})).toHaveLength(2)
    expect(await words('unknown')).toEqual(['DNS of fairway.golf could not be asked.'])
  })
})

describe.runIf(spawnSync('which', ['openssl']).status === 0)('the certificate', () => {
  const found = async (days: number, answer: RequestListener) => {
    const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
    opened.push(() => rmSync(folder, { recursive: true }))
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const subject = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=doctor']
    const names = ['-addext', 'subjectAltName=IP:127.0.0.1', '-days', String(days)]
    execFileSync('openssl', ['req', ...subject, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    const before = getCACertificates()
    setDefaultCACertificates([...before, readFileSync(cert, 'utf8')])
    opened.push(() => setDefaultCACertificates(before))
    const pair = { key: readFileSync(key), cert: readFileSync(cert) }
    const host = await listening(createSecureServer(pair, answer))
    return await examineAddress({ APP_URL: `https://${host}` })
  }
  const proxied: RequestListener = (request, response) => {
    response.setHeader('strict-transport-security', 'max-age=1')
    response.writeHead(request.url === '/readyz' || request.url === '/' ? 200 : 404).end()
  }

  test('that is good for long is fine, one that ends within two weeks is wrong', async () => {
    expect(await found(60, proxied)).toContainEqual({
      level: 'fine',
      what: expect.stringMatching(/^The certificate of 127\.0\.0\.1 is good for (59|60) days\.$/),
    })
    expect(await found(9, proxied)).toContainEqual({
      level: 'wrong',
      what: expect.stringMatching(/^The certificate of 127\.0\.0\.1 ends in (8|9) days\.$/),
      todo: 'See why it was not renewed.',
    })
  })

  test('is not all: open figures are wrong, and a proxy that takes a header away is told', async () => {
    const words = (await found(60, (_, response) => response.writeHead(200).end())).map(({ what }) => what)
    expect(words).toEqual(
      expect.arrayContaining(['/metrics is open to everybody.', 'Browsers are not told to stay with https.']),
    )
  })
})

describe('Twilio', () => {
  const account = { accountSid: 'AC0123456789abcdef', authToken: 'the-token-of-the-test' }
  const found = async (authToken: string, ...trouble: number[]) => {
    const double = await startTwilioDouble({ ...account, now: Date.now })
    opened.push(() => double.close())
    double.misbehave(...trouble)
    return await examineVendors({
      TWILIO_ACCOUNT_SID: account.accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_API_BASE: double.url,
    })
  }

  test('takes our key, refuses another, and cannot always be reached', async () => {
    expect(await found(account.authToken)).toEqual([{ level: 'fine', what: 'Twilio takes our key.' }])
    const [refused] = await found('another-token')
    expect(refused).toMatchObject({ level: 'wrong', what: 'Twilio refuses our key (401).' })
    expect(JSON.stringify(refused)).not.toContain('another-token')
    expect((await found(account.authToken, 503))[0]).toMatchObject({ level: 'wrong' })
    const away = await examineVendors({
      TWILIO_ACCOUNT_SID: account.accountSid,
      TWILIO_AUTH_TOKEN: account.authToken,
      TWILIO_API_BASE: 'http://127.0.0.1:1',
    })
    expect(away[0]).toMatchObject({
      level: 'wrong',
      what: expect.stringMatching(/^Twilio cannot be reached/),
    })
  })
})

describe('the newest whole backup', () => {
  const aged = async (...ages: number[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'backups-'))
    opened.push(() => rmSync(folder, { recursive: true }))
    for (const age of ages) {
      const ended = Math.round(Date.now() - age)
      mkdirSync(join(folder, 'base', `${ended - 60_000}-${ended}`), { recursive: true })
    }
    const [finding] = await examineBackups({ BACKUP_FOLDER: folder })
    return [finding?.level, finding?.what.replace(folder, '…')]
  }

  test('of last night is fine, of the night before is told, an older one and none are wrong', async () => {
    expect(await aged(20 * HOUR + 60_000, 5 * DAY)).toEqual([
      'fine',
      'The newest whole backup is 20 hours old.',
    ])
    expect(await aged(2 * DAY + 60_000)).toEqual(['note', 'The newest whole backup is 48 hours old.'])
    expect(await aged(9 * DAY + 60_000)).toEqual(['wrong', 'The newest whole backup is 9 days old.'])
    expect(await aged()).toEqual(['wrong', 'There is no whole backup in …, or it cannot be read.'])
    expect(await examineBackups({})).toEqual([])
  })
})

describe('backups by pgBackRest, and the last restore test', () => {
  const folderWith = (files: Record<string, unknown>) => {
    const folder = mkdtempSync(join(tmpdir(), 'backups-'))
    opened.push(() => rmSync(folder, { recursive: true }))
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(folder, name), JSON.stringify(content))
    return folder
  }
  /** As `pgbackrest info --output=json` lists them: the days since each was taken, the oldest first. */
  const info = (days: number[], error = false) => [
    {
      name: 'greenside',
      repo: [{ key: 1, status: { code: 0, message: 'ok' } }],
      backup: days.map((day, n) => ({
        label: `backup-${n}`,
        type: n === 0 ? 'full' : 'incr',
        error,
        database: { 'repo-key': 1 },
        timestamp: {
          start: (Date.now() - day * DAY) / 1000 - 60,
          stop: (Date.now() - day * DAY) / 1000 - 10,
        },
      })),
    },
  ]
  const examine = async (files: Record<string, unknown>) => {
    const found = await examineBackups({
      BACKUP_FOLDER: folderWith(files),
      PGBACKREST_STANZA: 'greenside',
    })
    return found.map(({ level, what }) => `${level} ${what.replace(/in \/\S+,/, 'in …,')}`)
  }

  test('are looked at as they were listed after the last backup', async () => {
    expect(await examine({ 'pgbackrest.json': info([20, 0.5]) })).toEqual([
      'fine The newest whole backup is 12 hours old.',
      'note No restore test was recorded.',
    ])
    expect(await examine({ 'pgbackrest.json': info([40, 5], true) })).toEqual([
      'wrong The newest whole backup is 5 days old.',
      'wrong pgBackRest found damaged pages while it took backup-1.',
      'wrong The oldest backup of pgBackRest is 40 days old, and deleted data must be gone after 35 days.',
      'note No restore test was recorded.',
    ])
    expect((await examine({}))[0]).toBe('wrong There is no whole backup in …, or it cannot be read.')
    expect(await examineBackups({ PGBACKREST_STANZA: 'greenside' })).toMatchObject([{ level: 'wrong' }])
  })

  test('a restore test that passed is fine, one that failed or is old is wrong', async () => {
    const tested = async (days: number, problem: string | null) => {
      const at = Date.now() - days * DAY - 60_000
      const found = await examine({
        'pgbackrest.json': info([1]),
        'restore-test.json': { at, problem, passedAt: null },
      })
      return found.at(-1)
    }
    expect(await tested(6, null)).toBe('fine The last restore test was 6 days ago and passed.')
    expect(await tested(40, null)).toBe('wrong The last restore test was 40 days ago and passed.')
    expect(await tested(6, 'There is no backup.')).toBe(
      'wrong The last restore test, 6 days ago, failed: There is no backup.',
    )
  })
})
