import { settingNames, settingProblems } from '#platform/env.ts'
import { commandFor } from '../commands.ts'
import { addressOf, type Finding, fine, type Given, isDemo, isHere, note, wrong } from './finding.ts'
import { misspelledSettings } from './misspelled.ts'

/** Domains that are reserved (RFC 2606, RFC 6761) or not unique. */
const nobodysDomain = /(^|[@.])((example|test|invalid|localhost|local|demo)|example\.(com|net|org))>?$/i
const SECRET_CHARACTERS = 12

/** Checks the settings without contacting other machines. */
export function examineSettings(given: Given): Finding[] {
  const problems = settingProblems(given)
  return [
    ...problems.map((problem) => wrong(problem, 'Set it where this installation has its settings.')),
    ...(problems.length === 0 ? [fine('Every setting that is needed is there, and can be read.')] : []),
    ...misspelledSettings(Object.keys(given), settingNames),
    ...(isDemo(given) ? aDemo(given) : aBusiness(given)),
    ...secrets(given),
    ...pushKeys(given),
  ]
}

function aDemo({ HOST }: Given): Finding[] {
  const published = 'This is a demo: everybody knows its passwords, and nobody pays.'
  if (HOST && !isHere(HOST))
    return [wrong(`${published} It listens on ${HOST}.`, 'Take HOST out, or use it behind a firewall only.')]
  return [note(published, 'Leave DEMO and EMBEDDED_DATABASE out to run a business.')]
}

function aBusiness(given: Given): Finding[] {
  return [
    ...publicAddress(given),
    ...(['EMAIL_FROM', 'SUPPORT_EMAIL', 'PRIVACY_EMAIL'] as const)
      .filter((name) => nobodysDomain.test(given[name]?.trim() ?? ''))
      .map((name) => wrong(`${name} is on a domain where nobody gets mail.`, 'Use a domain of your own.')),
    ...guards(given),
    ...payments(given),
    ...elsewhere(given),
  ]
}

function publicAddress(given: Given): Finding[] {
  const url = addressOf(given.APP_URL)
  if (!url) return []
  const found: Finding[] = []
  const isSafe = url.protocol === 'https:'
  if (!isSafe)
    found.push(
      wrong('APP_URL is not https: passwords would travel in the open.', 'Put a proxy with TLS in front.'),
    )
  if (isHere(url.hostname) || nobodysDomain.test(url.hostname))
    found.push(
      wrong(
        `APP_URL is ${url.hostname}: links in letters lead nowhere.`,
        'Set it to the address people type.',
      ),
    )
  const hops = Number(given.TRUSTED_PROXY_HOPS ?? 0)
  if (isSafe && hops === 0)
    found.push(
      wrong(
        'APP_URL is https and TRUSTED_PROXY_HOPS is 0: everybody seems to come from the proxy, so one who guesses passwords locks all others out.',
        'Set it to the number of proxies in front, mostly 1.',
      ),
    )
  if (hops > 0 && !(given.HOST && given.HOST !== '0.0.0.0'))
    found.push(
      note(
        'The web process listens on every interface: somebody who reaches it past the proxy can pretend any address.',
        'Set HOST=127.0.0.1 when the proxy is on this machine, or let a firewall admit the proxy alone.',
      ),
    )
  return found
}

function guards(given: Given): Finding[] {
  const found: Finding[] = []
  if (given.RATE_LIMITS === 'off')
    found.push(wrong('RATE_LIMITS is off: passwords can be guessed as fast as one likes.', 'Take it out.'))
  if (given.ADMIN_TWO_FACTOR === 'offered')
    found.push(note('Admins may sign in with a password alone.', 'Take ADMIN_TWO_FACTOR out.'))
  if (!given.METRICS_TOKEN)
    found.push(
      note('/metrics is closed: nothing watches how this runs.', 'Set METRICS_TOKEN (docs/operations.md).'),
    )
  if (given.LOG_LEVEL === 'silent')
    found.push(note('LOG_LEVEL is silent: nobody will know what went wrong.', 'Take it out.'))
  if (!given.SECRETS_KEY)
    found.push(
      note(
        'SECRETS_KEY is not set, so SESSION_SECRET encrypts keys and calendar addresses, too: it cannot be changed without losing them.',
        'Set SECRETS_KEY to a secret of its own before people connect anything.',
      ),
    )
  if (!given.CONSULTATION_URL)
    found.push(
      note(
        'Visitors who want to talk first write to SUPPORT_EMAIL.',
        'Set CONSULTATION_URL to a calendar of yours.',
      ),
    )
  if (!given.WEATHER_PROVIDER)
    found.push(
      note(
        'No forecast is read: students are not offered another time because of the weather.',
        'Set WEATHER_PROVIDER=weather.gov, which needs no account.',
      ),
    )
  if (!given.VAPID_PUBLIC_KEY)
    found.push(
      note(
        'Nobody is offered notifications of the browser.',
        `Set the VAPID keys: ${commandFor('vapid-keys')}`,
      ),
    )
  return found
}

/** Checks the VAPID key pair for Web Push: a point on the P-256 curve and its private scalar, in base64url. */
function pushKeys({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Given): Finding[] {
  if (!publicKey || !privateKey) return []
  const isPair =
    Buffer.from(publicKey, 'base64url').length === 65 && Buffer.from(privateKey, 'base64url').length === 32
  if (isPair) return []
  return [
    wrong(
      'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not a pair of keys: no browser can be notified.',
      `Make a pair: ${commandFor('vapid-keys')}`,
    ),
  ]
}

function payments({ STRIPE_SECRET_KEY: key }: Given): Finding[] {
  if (!key) return []
  if (!/^(sk|rk|pk)_/.test(key))
    return [
      wrong(
        'STRIPE_SECRET_KEY is no key of Stripe.',
        'Use the secret one (sk_…), or a restricted one (rk_…).',
      ),
    ]
  if (/^pk_/.test(key))
    return [
      wrong(
        'STRIPE_SECRET_KEY is the publishable key.',
        'Use the secret one (sk_…), or a restricted one (rk_…).',
      ),
    ]
  if (/^[sr]k_test_/.test(key))
    return [
      note('STRIPE_SECRET_KEY is for tests: nobody pays real money.', 'Use the live key when you open.'),
    ]
  return []
}

/** Reports overridden vendor URLs, which are for tests only, and unencrypted ones, whose traffic can be read and forged. */
function elsewhere(given: Given): Finding[] {
  const bases = [
    'STRIPE_API_BASE',
    'TWILIO_API_BASE',
    'GOOGLE_API_BASE',
    'KLAVIYO_API_BASE',
    'ASSISTANT_API_BASE',
    'WEATHER_API_BASE',
  ]
  const doubles = bases
    .filter((name) => given[name])
    .map((name) =>
      note(
        `${name} is set: another address answers in place of the provider.`,
        'Take it out unless you try things.',
      ),
    )
  const open = [
    'S3_ENDPOINT',
    'STRIPE_API_BASE',
    'TWILIO_API_BASE',
    'GEOCODING_URL',
    'TRAVEL_ROUTING_URL',
    'OIDC_ISSUER',
  ]
    .filter((name) => {
      const url = addressOf(given[name])
      return url?.protocol === 'http:' && !isHere(url.hostname)
    })
    .map((name) => wrong(`${name} is http: what is said there can be read on the way.`, 'Use https.'))
  return [...doubles, ...open]
}

function secrets(given: Given): Finding[] {
  return (['SESSION_SECRET', 'SECRETS_KEY', 'METRICS_TOKEN'] as const)
    .filter((name) => {
      const value = given[name]
      return (
        value !== undefined &&
        (new Set(value).size < SECRET_CHARACTERS || /change|secret|password/i.test(value))
      )
    })
    .map((name) => wrong(`${name} can be guessed.`, 'Make one: openssl rand -hex 32'))
}
