import { parseKeyPairsIntoRecord } from '@opentelemetry/core'
import { type Finding, fine, type Given, note, why, within, wrong } from './finding.ts'

const WAIT_MS = 8_000
const PART_MS = 12_000
const GOOGLE_TOKENS = 'https://oauth2.googleapis.com/token'
const KLAVIYO = 'https://a.klaviyo.com'
const WEATHER = {
  gov: 'https://api.weather.gov',
  openMeteo: 'https://api.open-meteo.com',
  openMeteoPaid: 'https://customer-api.open-meteo.com',
}
const MODELS = { openai: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com/v1' }

/** What the vendors say that an installation can do without, each asked a question that changes nothing. */
export async function examineOptionalVendors(given: Given): Promise<Finding[]> {
  const parts = await Promise.all([
    within('The server of GEOCODING_URL', PART_MS, () => geocoding(given)),
    within('The server of TRAVEL_ROUTING_URL', PART_MS, () => routing(given)),
    within('The weather service', PART_MS, () => weather(given)),
    within('Klaviyo', PART_MS, () => klaviyo(given)),
    within('The assistant', PART_MS, () => assistant(given)),
    within('Google', PART_MS, () => google(given)),
    within('Sign-in with Google', PART_MS, () => googleSignIn(given)),
    within('The provider of OIDC_ISSUER', PART_MS, () => otherSignIn(given)),
    within('The address of ERROR_REPORTS_URL', PART_MS, () => errorReports(given)),
    within('The collector of OTEL_EXPORTER_OTLP_ENDPOINT', PART_MS, () => telemetry(given)),
  ])
  return parts.flat()
}

/** @throws Error when nothing answers in time */
async function ask(url: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(WAIT_MS) })
  return { status: answer.status, text: (await answer.text()).slice(0, 100_000) }
}

/** @param settings to look at */
const away = (subject: string, settings: string, error: unknown, consequence: string) => [
  wrong(
    `${subject} cannot be reached: ${why(error)}. ${consequence}`,
    `Look at ${settings}, and whether this machine reaches it.`,
  ),
]

async function geocoding({ GEOCODING_URL: url, SUPPORT_EMAIL }: Given): Promise<Finding[]> {
  if (!url) return []
  const consequence = 'Places of coaches are put in the middle of their ZIP code.'
  try {
    const query = new URLSearchParams({
      format: 'jsonv2',
      limit: '1',
      city: 'Charlotte',
      state: 'NC',
      countrycodes: 'us',
    })
    const { status, text } = await ask(`${url.replace(/\/$/, '')}/search?${query}`, {
      headers: { 'user-agent': `greenside (${SUPPORT_EMAIL ?? 'doctor'})`, accept: 'application/json' },
    })
    if (status === 200 && Array.isArray(parsed(text))) return [fine('The geocoding server answers.')]
    return [
      wrong(
        `GEOCODING_URL answers ${status}, and not as Nominatim does. ${consequence}`,
        'Look at GEOCODING_URL.',
      ),
    ]
  } catch (error) {
    return away('The server of GEOCODING_URL', 'GEOCODING_URL', error, consequence)
  }
}

async function routing({ TRAVEL_ROUTING_URL: url }: Given): Promise<Finding[]> {
  if (!url) return []
  const consequence = "Drives between a coach's places are estimated."
  try {
    const way = '-80.843100,35.227100;-80.839300,35.215400'
    const { status, text } = await ask(`${url.replace(/\/$/, '')}/route/v1/driving/${way}?overview=false`)
    const answer = parsed(text)
    const code = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'code') : undefined
    if (code === 'Ok' || code === 'NoRoute') return [fine('The routing server answers.')]
    return [
      wrong(
        `TRAVEL_ROUTING_URL answers ${status}, and not as OSRM does. ${consequence}`,
        'Look at TRAVEL_ROUTING_URL.',
      ),
    ]
  } catch (error) {
    return away('The server of TRAVEL_ROUTING_URL', 'TRAVEL_ROUTING_URL', error, consequence)
  }
}

/** Asks for the forecast of Charlotte, in the first of the requests that the adapter makes. */
async function weather(given: Given): Promise<Finding[]> {
  const { WEATHER_PROVIDER: provider, WEATHER_API_KEY: key, WEATHER_API_BASE: base, SUPPORT_EMAIL } = given
  if (provider !== 'weather.gov' && provider !== 'open-meteo') return []
  const consequence = 'Nobody is offered another time because of the weather.'
  const isGov = provider === 'weather.gov'
  const url = base ?? (isGov ? WEATHER.gov : key ? WEATHER.openMeteoPaid : WEATHER.openMeteo)
  const path = isGov
    ? '/points/35.2271,-80.8431'
    : `/v1/forecast?latitude=35.2271&longitude=-80.8431&hourly=weather_code${key ? `&apikey=${encodeURIComponent(key)}` : ''}`
  try {
    const { status, text } = await ask(url.replace(/\/$/, '') + path, {
      headers: { 'user-agent': `greenside (${SUPPORT_EMAIL ?? 'doctor'})`, accept: 'application/json' },
    })
    if (status === 200 && text.includes(isGov ? 'forecastHourly' : 'weather_code'))
      return [fine('The weather service answers.')]
    return [
      wrong(
        `The weather service of WEATHER_PROVIDER answers ${status}, and not with a forecast. ${consequence}`,
        'Look at WEATHER_PROVIDER, WEATHER_API_KEY and WEATHER_API_BASE.',
      ),
    ]
  } catch (error) {
    return away('The weather service of WEATHER_PROVIDER', 'WEATHER_API_BASE', error, consequence)
  }
}

async function klaviyo({
  KLAVIYO_API_KEY: key,
  KLAVIYO_API_BASE: base = KLAVIYO,
}: Given): Promise<Finding[]> {
  if (!key) return []
  try {
    const { status } = await ask(`${base.replace(/\/$/, '')}/api/profiles?page[size]=1`, {
      headers: {
        authorization: `Klaviyo-API-Key ${key}`,
        revision: '2024-10-15',
        accept: 'application/json',
      },
    })
    if (status === 401 || status === 403)
      return [
        wrong(
          `Klaviyo refuses our key (${status}).`,
          'Look at KLAVIYO_API_KEY: a private key with profiles:read, profiles:write, lists:write and subscriptions:write.',
        ),
      ]
    if (status >= 500)
      return [wrong(`Klaviyo answers ${status}.`, 'See status.klaviyo.com, and run this again.')]
    return [fine('Klaviyo takes our key.')]
  } catch (error) {
    return away('Klaviyo', 'KLAVIYO_API_KEY', error, 'Nobody is added to newsletters.')
  }
}

async function assistant(given: Given): Promise<Finding[]> {
  const { ASSISTANT_PROVIDER: provider, ASSISTANT_API_KEY: key, ASSISTANT_MODEL: model } = given
  if (!key || !model || (provider !== 'openai' && provider !== 'anthropic')) return []
  const base = (given.ASSISTANT_API_BASE ?? MODELS[provider]).replace(/\/$/, '')
  try {
    const { status } = await ask(`${base}/models/${encodeURIComponent(model)}`, {
      headers:
        provider === 'openai'
          ? { authorization: `Bearer ${key}` }
          : { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
    })
    if (status === 200) return [fine('The assistant has its model.')]
    if (status === 401 || status === 403)
      return [wrong(`The assistant's provider refuses our key (${status}).`, 'Look at ASSISTANT_API_KEY.')]
    // Servers that only imitate a provider may not list their models.
    const words = `The assistant's provider answers ${status} about the model ${model}.`
    return [
      (given.ASSISTANT_API_BASE ? note : wrong)(
        words,
        'Look at ASSISTANT_MODEL: its name as the provider writes it.',
      ),
    ]
  } catch (error) {
    return away(
      'The provider of ASSISTANT_PROVIDER',
      'ASSISTANT_PROVIDER and ASSISTANT_API_BASE',
      error,
      'The assistant answers by rules.',
    )
  }
}

async function google(given: Given): Promise<Finding[]> {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_API_BASE: base } = given
  if (!id || !secret) return []
  try {
    // No token of anybody's: the answer says whether the client is known, and then that the token is not.
    const form = {
      grant_type: 'refresh_token',
      refresh_token: 'doctor',
      client_id: id,
      client_secret: secret,
    }
    const { status, text } = await ask(base ? `${base.replace(/\/$/, '')}/token` : GOOGLE_TOKENS, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    if (/invalid_client|unauthorized_client/.test(text) || status === 401)
      return [
        wrong(
          'Google does not know our client.',
          'Look at GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET (docs/google-calendar.md).',
        ),
      ]
    if (status >= 500) return [wrong(`Google answers ${status}.`, 'Run this again.')]
    return [fine('Google knows our client.')]
  } catch (error) {
    return away('Google', 'GOOGLE_CLIENT_ID', error, 'Calendars of coaches are not read.')
  }
}

const googleSignIn = async (given: Given): Promise<Finding[]> => {
  const { GOOGLE_SIGN_IN_CLIENT_ID: id, GOOGLE_SIGN_IN_CLIENT_SECRET: secret } = given
  if (!id || !secret) return []
  const settings = 'GOOGLE_SIGN_IN_CLIENT_ID and GOOGLE_SIGN_IN_CLIENT_SECRET'
  return await signInProvider({ name: 'Google', issuer: 'https://accounts.google.com', id, secret, settings })
}

const otherSignIn = async (given: Given): Promise<Finding[]> => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret, OIDC_NAME: name } = given
  if (!issuer || !id || !secret || !name) return []
  const settings = 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET'
  return await signInProvider({ name, issuer, id, secret, settings })
}

/** Reads the provider's configuration, and asks for the tokens of a code that does not exist. */
async function signInProvider(given: {
  name: string
  issuer: string
  id: string
  secret: string
  settings: string
}): Promise<Finding[]> {
  const { name, issuer, id, secret, settings } = given
  const advice = `Look at ${settings} (docs/sign-in-providers.md).`
  try {
    const known = await ask(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
    const configuration = parsed(known.text)
    const tokens = known.status === 200 ? addressIn(configuration, 'token_endpoint') : undefined
    if (!tokens)
      return [wrong(`${issuer} answers ${known.status}, and not as a provider of OpenID Connect.`, advice)]
    const { status, text } = await ask(tokens, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: 'doctor',
        code_verifier: 'doctor'.repeat(8),
        redirect_uri: 'https://doctor.invalid/',
        client_id: id,
        client_secret: secret,
      }),
    })
    if (/invalid_client|unauthorized_client/.test(text) || status === 401)
      return [wrong(`${name} does not know our client for signing in.`, advice)]
    if (status >= 500) return [wrong(`${name} answers ${status}.`, 'Run this again.')]
    return [fine(`${name} knows our client for signing in.`)]
  } catch (error) {
    return away(name, settings, error, `Nobody signs in with ${name}.`)
  }
}

function addressIn(configuration: unknown, field: string): string | undefined {
  const value =
    typeof configuration === 'object' && configuration !== null
      ? Reflect.get(configuration, field)
      : undefined
  return typeof value === 'string' ? value : undefined
}

async function errorReports({ ERROR_REPORTS_URL: url }: Given): Promise<Finding[]> {
  if (!url) return []
  try {
    // Any answer will do: what takes reports need not answer a question.
    await ask(url, { method: 'HEAD' })
    return [fine('The address that errors are sent to answers.')]
  } catch (error) {
    return away(
      'The address of ERROR_REPORTS_URL',
      'ERROR_REPORTS_URL',
      error,
      'Errors are in the log alone.',
    )
  }
}

/** Sends exports without spans and metrics, as the OpenTelemetry SDK would send them. */
async function telemetry(given: Given): Promise<Finding[]> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: headers } = given
  if (!url) return []
  const exports = {
    traces: { resourceSpans: [] },
    ...(given.OTEL_METRICS_EXPORTER === 'none' ? {} : { metrics: { resourceMetrics: [] } }),
  }
  const findings: Finding[] = []
  for (const [what, body] of Object.entries(exports)) {
    const consequence = `${what === 'traces' ? 'Traces' : 'Metrics'} are dropped.`
    try {
      const { status } = await ask(`${url.replace(/\/$/, '')}/v1/${what}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...parseKeyPairsIntoRecord(headers) },
        body: JSON.stringify(body),
      })
      findings.push(
        status < 300
          ? fine(`The collector of ${what} answers.`)
          : wrong(
              `OTEL_EXPORTER_OTLP_ENDPOINT answers ${status} to an export of ${what}. ${consequence}`,
              nextStep(what, status),
            ),
      )
    } catch (error) {
      const collector = 'The collector of OTEL_EXPORTER_OTLP_ENDPOINT'
      return away(collector, 'OTEL_EXPORTER_OTLP_ENDPOINT', error, 'Traces and metrics are dropped.')
    }
  }
  return findings
}

function nextStep(what: string, status: number): string {
  if (status === 401 || status === 403) return 'Look at OTEL_EXPORTER_OTLP_HEADERS.'
  const address = `Look at OTEL_EXPORTER_OTLP_ENDPOINT: the address without /v1/${what}, of OTLP over HTTP.`
  return what === 'metrics'
    ? `${address} For a collector of traces only, set OTEL_METRICS_EXPORTER=none.`
    : address
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
