import type { BadgeTone } from '#ui/badge.tsx'
import type { VendorShown } from './schema.ts'

/** The label of each vendor. */
export const vendorLabels: Record<VendorShown['name'], string> = {
  payments: 'Payments',
  email: 'Email',
  sms: 'Text messages',
  push: 'Browser notifications',
  files: 'Files',
  calendar: 'Google Calendar',
  crm: 'Newsletters',
  assistant: 'AI Caddie',
  travel: 'Drives between places',
  geocoding: 'Places on the map',
  weather: 'Weather forecasts',
  identity: 'Sign-in with other accounts',
}

const providers: Record<string, string> = {
  stripe: 'Stripe',
  smtp: 'Mail server (SMTP)',
  twilio: 'Twilio',
  'web-push': 'The browsers’ own services',
  s3: 'Bucket (S3)',
  google: 'Google',
  klaviyo: 'Klaviyo',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  routing: 'Routing server (OSRM)',
  nominatim: 'Geocoding server (Nominatim)',
  'weather.gov': 'National Weather Service',
  'open-meteo': 'Open-Meteo',
  oidc: 'OpenID Connect',
  folder: 'Folder on this server',
  rules: 'Built-in rules',
  estimate: 'Estimated from the distance',
  'zip-codes': 'Middle of the ZIP code',
}

/** The name of the provider, such as `Stripe` or `Built-in rules`. */
export function providerWords({ provider }: Pick<VendorShown, 'provider'>): string {
  if (provider === null) return 'None'
  return providers[provider] ?? 'Demo version'
}

/** The state of a vendor in one or two words. */
export function vendorState(vendor: VendorShown): { tone: BadgeTone; words: string } {
  const { provider, circuit, lastSuccess, lastFailure } = vendor
  if (provider === null) return { tone: 'neutral', words: 'Not set up' }
  if (circuit === 'open') return { tone: 'red', words: 'Does not answer' }
  if (!lastSuccess && !lastFailure) return { tone: 'neutral', words: 'Not checked yet' }
  if (lastFailure && (!lastSuccess || lastFailure > lastSuccess))
    return { tone: 'yellow', words: 'Failed last time' }
  return { tone: 'green', words: 'Answers' }
}

/** The first matching pattern gives the explanation; the vendor's own message is shown below it. */
const troubles: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/time(d)? ?out|ETIMEDOUT|ESOCKET/i, 'It did not answer in time.'],
  [/ENOTFOUND|EAI_AGAIN/, 'Its name could not be found on the internet.'],
  [/ECONN|EHOST|ENETUNREACH|EPIPE|fetch failed|socket hang up/i, 'It could not be reached.'],
  [
    /\b(401|403)\b|EAUTH|invalid (api key|login)|unauthori[sz]ed|forbidden/i,
    'It did not accept our key or password.',
  ],
  [/\b429\b|too many requests|rate limit/i, 'Too many requests.'],
  [/\b5\d\d\b/, 'It had an error of its own.'],
  [/expected form|could not be read|too great length/i, 'Its answer could not be understood.'],
  [/ENOSPC/, 'Its disk is full.'],
]

/**
 * Explains an error in plain words.
 * @param error the recorded message
 */
export const troubleWords = (error: string): string =>
  troubles.find(([pattern]) => pattern.test(error))?.[1] ?? 'It answered with an error.'
