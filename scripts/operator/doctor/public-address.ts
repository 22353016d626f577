import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { z } from 'zod'
import { DAY } from '#platform/duration.ts'
import { addressOf, type Finding, fine, type Given, isDemo, isHere, note, wrong } from './finding.ts'

const WAIT_MS = 8_000
const RENEW_DAYS = 14

/** Returns the TXT records of a DNS name; `unknown` if the lookup failed. */
type LookUp = (name: string) => Promise<string[] | 'unknown'>

/**
 * Checks the installation from the outside: its public address, its certificate, and the DNS records for its mail.
 * @param lookUp replaceable for tests
 */
export async function examineAddress(given: Given, lookUp: LookUp = textsOf): Promise<Finding[]> {
  const url = addressOf(given.APP_URL)
  if (!url || isDemo(given)) return []
  return (await Promise.all([site(url, given), mailDomain(given.EMAIL_FROM, lookUp)])).flat()
}

async function site(url: URL, given: Given): Promise<Finding[]> {
  const ready = await ask(new URL('/readyz', url))
  if (ready instanceof Error)
    return [
      wrong(
        `${url.origin} does not answer: ${ready.message}`,
        'Look at DNS, the firewall, the proxy, and whether the web process runs.',
      ),
    ]
  if (ready.status === 503)
    return [
      wrong(
        `${url.origin} answers that it is not ready.`,
        'Look at the log of the web process: the database, mostly.',
      ),
    ]
  if (ready.status !== 200)
    return [
      wrong(
        `${url.origin}/readyz answers ${ready.status}: something else stands there.`,
        'Look at the proxy.',
      ),
    ]
  const found: Finding[] = [fine(`${url.origin} answers, and is ready.`), ...(await hops(ready, given))]
  const figures = await ask(new URL('/metrics', url))
  if (!(figures instanceof Error) && figures.status === 200)
    found.push(wrong('/metrics is open to everybody.', 'Set METRICS_TOKEN, and let the proxy refuse it.'))
  if (url.protocol !== 'https:') return found
  const home = await ask(url)
  if (!(home instanceof Error) && !home.headers.get('strict-transport-security'))
    found.push(
      note(
        'Browsers are not told to stay with https.',
        'Let the proxy leave the header Strict-Transport-Security in.',
      ),
    )
  return [...found, ...(await certificate(url))]
}

/** Compares TRUSTED_PROXY_HOPS with the number of proxies. Older versions of /readyz do not report the number. */
async function hops(ready: Response, given: Given): Promise<Finding[]> {
  const said = z.object({ forwardedBy: z.number() }).safeParse(await ready.json().catch(() => null))
  if (!said.success) return []
  const [there, believed] = [said.data.forwardedBy, Number(given.TRUSTED_PROXY_HOPS ?? 0)]
  if (there === believed) return [fine(`TRUSTED_PROXY_HOPS is right: ${there}.`)]
  // With a wrong value, many clients are attributed to the address of one proxy.
  return [
    wrong(
      `TRUSTED_PROXY_HOPS is ${believed}, and ${there} ${there === 1 ? 'proxy says' : 'proxies say'} where requests come from: ${there < believed ? 'everybody seems to come from the proxy, so one who guesses passwords locks all others out' : 'everybody behind the outer proxy seems to be one person'}.`,
      `Set it to ${there}, or let each proxy add to X-Forwarded-For.`,
    ),
  ]
}

async function ask(url: URL): Promise<Response | Error> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(WAIT_MS) })
    // The body must be consumed, or the connection stays open.
    const text = await answer.text()
    return new Response([204, 304].includes(answer.status) ? null : text, answer)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return cause instanceof Error ? cause : new Error(String(cause))
  }
}

function certificate({ hostname, port }: URL): Promise<Finding[]> {
  return new Promise((done) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    // SNI allows host names but not IP addresses.
    const name = isIP(host) ? {} : { servername: host }
    const socket = connect({ host, port: Number(port || 443), ...name, timeout: WAIT_MS }, () => {
      const until = Date.parse(socket.getPeerCertificate().valid_to)
      const days = Math.floor((until - Date.now()) / DAY)
      socket.destroy()
      done(
        days < RENEW_DAYS
          ? [wrong(`The certificate of ${hostname} ends in ${days} days.`, 'See why it was not renewed.')]
          : [fine(`The certificate of ${hostname} is good for ${days} days.`)],
      )
    })
    const nothing = () => {
      socket.destroy()
      done([])
    }
    // Connection failures have already been reported.
    socket.on('error', nothing).on('timeout', nothing)
  })
}

async function mailDomain(from: string | undefined, lookUp: LookUp): Promise<Finding[]> {
  const domain = /@([^\s>@]+)>?$/.exec(from?.trim() ?? '')?.[1]
  if (!domain || isHere(domain)) return []
  const [own, policy] = await Promise.all([lookUp(domain), lookUp(`_dmarc.${domain}`)])
  if (own === 'unknown' || policy === 'unknown')
    return [
      note(
        `DNS of ${domain} could not be asked.`,
        'Look at SPF, DKIM and DMARC from elsewhere (docs/operations.md).',
      ),
    ]
  const found: Finding[] = []
  if (!own.some((text) => text.startsWith('v=spf1')))
    found.push(
      note(`${domain} has no SPF record: our letters look forged.`, 'Add it (docs/operations.md, DNS).'),
    )
  if (!policy.some((text) => text.startsWith('v=DMARC1')))
    found.push(
      note(
        `${domain} has no DMARC record: Gmail and Yahoo refuse senders without.`,
        'Add it (docs/operations.md, DNS).',
      ),
    )
  return found.length > 0 ? found : [fine(`${domain} says who may send its mail (SPF, DMARC).`)]
}

async function textsOf(name: string): Promise<string[] | 'unknown'> {
  try {
    return (await new Resolver({ timeout: WAIT_MS / 4, tries: 2 }).resolveTxt(name)).map((parts) =>
      parts.join(''),
    )
  } catch (error) {
    const code = error instanceof Error ? String(Reflect.get(error, 'code')) : ''
    return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : 'unknown'
  }
}
