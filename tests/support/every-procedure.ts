import { isProcedure } from '@orpc/server'
import { z } from 'zod'
import { api } from '#app/api.ts'
import { charlotteDay } from './now.ts'
import { sampleInput } from './sample-input.ts'

export interface AnyProcedure {
  name: string
  access: string
  method: string
  path: string
  input: z.ZodType
  /** Read-only, regardless of its method. */
  changesNothing: boolean
}

/** All procedures, so that tests over all of them include new ones automatically. */
export const procedures: AnyProcedure[] = Object.entries(api).flatMap(([feature, parts]) =>
  Object.entries(parts).flatMap(([name, procedure]) => {
    if (!isProcedure(procedure)) return []
    const { route, inputSchema, meta } = procedure['~orpc']
    return [
      {
        name: `${feature}.${name}`,
        access: String(Reflect.get(meta, 'access')),
        method: route.method ?? 'POST',
        path: route.path ?? '',
        input: inputSchema instanceof z.ZodType ? inputSchema : z.object({}),
        changesNothing: Reflect.get(meta, 'changesNothing') === true,
      },
    ]
  }),
)

/** Valid values for fields whose rules are not fully expressed in the schema. */
const ordinary: Record<string, string | number | boolean | null> = {
  email: 'eve@strangers.test',
  testEmail: 'eve@strangers.test',
  newEmail: 'eve@strangers.test',
  recipientEmail: 'eve@strangers.test',
  // Within a year, also for tests that move the clock by some days.
  deliverOn: charlotteDay(60),
  phone: '704 555 0199',
  password: 'fairway-eleven',
  code: '123456',
  zip: '28202',
  city: 'Charlotte',
  state: 'NC',
  area: '282',
  website: '',
  durationMinutes: 60,
  duration: 60,
  zone: 'America/New_York',
  until: 420,
  validDays: 90,
  openHours: 24,
  promisedHours: 48,
  expectedHours: 48,
  // The student plays.
  golferId: null,
  // A year of birth is asked of children only.
  relation: 'adult',
  yearOfBirth: null,
  // A code has either a percentage or an amount.
  amountOffCents: null,
  // Hours without a named calendar, which may begin at any step.
  calendarId: null,
  instantBookCalendarId: null,
  stepMinutes: 15,
  startTime: '12:00',
  endTime: '18:00',
  launchMonitor: 'true',
  hourlyRate: '85',
  playingMinutes: 150,
  years: '14',
  pgaClassA: 'true',
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
}

/** They name a place, a removed operation of the coach, or what a change is based on, which the requests do not know. */
const leftOutIfOptional = ['placeId', 'act', 'basedOn']

/** The value of a field: an id by its name, a typical value, or undefined for a generated one. */
export const knownFields = (ids: Readonly<Record<string, string>>) => (field: string) => {
  if (field in ids) return ids[field]
  if (field in ordinary) return ordinary[field]
  return field.endsWith('Ids') ? [ids.notificationId ?? ''] : undefined
}

export interface AnyRequest {
  method: string
  path: string
  body?: string
  /** The fields of the body. */
  fields: Record<string, unknown>
}

/** Builds a valid request with the given ids. @param more additional fields */
export function requestOf(
  { method, path, input }: AnyProcedure,
  ids: Readonly<Record<string, string>>,
  more: object = {},
): AnyRequest {
  const body = sampleInput(input, knownFields(ids), leftOutIfOptional)
  const fields = {
    ...(typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}),
    ...more,
  }
  const rest: Record<string, unknown> = { ...fields }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name]
    return encodeURIComponent(String(Reflect.get(fields, name) ?? ids[name] ?? 'nothing'))
  })
  if (method !== 'GET') return { method, path: `/api${filled}`, body: JSON.stringify(rest), fields: rest }
  return { method, path: `/api${filled}?${inQuery(rest)}`, fields: rest }
}

/** Encodes fields as query parameters. */
export function inQuery(fields: Readonly<Record<string, unknown>>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    if (typeof value !== 'object') query.set(name, String(value))
    else if (Array.isArray(value))
      for (const [at, item] of value.entries()) query.set(`${name}[${at}]`, String(item))
  return query
}
