import type pg from 'pg'
import { calendarSealer } from '#features/other-calendars/sealing.ts'
import { secretSealer } from '#features/webhooks/signing.ts'
import { type Finding, fine, type Given, wrong } from './finding.ts'

/** Of each kind, the newest ones: they were sealed with the key of today. */
const LOOKED_AT = 5

/** Whether what people trusted us with can be opened with the key that is set: calendar addresses, access to Google, webhook secrets. */
export async function examineSealedTexts(client: pg.Client, given: Given): Promise<Finding[]> {
  const { SECRETS_KEY, SESSION_SECRET } = given
  if (!SESSION_SECRET) return []
  const secrets = { SESSION_SECRET, ...(SECRETS_KEY ? { SECRETS_KEY } : {}) }
  const newest = async (statement: string) =>
    (await client.query<{ about: string; sealed: Buffer }>(`${statement} limit ${LOOKED_AT}`)).rows
  const [calendars, google, webhooks] = [
    await newest(
      `select id as about, address as sealed from other_calendars where address is not null order by created_at desc`,
    ),
    await newest(
      `select instructor_id as about, refresh_token as sealed from google_calendar_sync
       where refresh_token is not null order by connected_at desc`,
    ),
    await newest(`select id as about, secret as sealed from webhook_endpoints order by created_at desc`),
  ]
  const opened = [
    ...[...calendars, ...google].map(({ sealed, about }) => calendarSealer(secrets).open(sealed, about)),
    ...webhooks.map(({ sealed, about }) => secretSealer(secrets).open(sealed, about)),
  ]
  if (opened.length === 0) return []
  const lost = opened.filter((text) => text === null).length
  const name = SECRETS_KEY ? 'SECRETS_KEY' : 'SESSION_SECRET'
  if (lost === 0) return [fine(`${name} opens what people connected.`)]
  return [
    wrong(
      `${name} is not the key that ${lost} of the ${opened.length} newest connected calendars and webhooks were encrypted with: they cannot be used.`,
      `Set ${name} back to what it was. If it is lost, people connect again.`,
    ),
  ]
}
