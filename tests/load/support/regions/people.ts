import { coachDraft } from '../coach-draft.ts'
import { signUp } from '../students.ts'

export interface Visitor {
  userId: string
  cookie: string
}

/** Calls the API as a visitor: GET, or POST or PUT with a body. @throws Error unless it answers with 2xx */
export async function ask(
  url: string,
  visitor: Visitor,
  path: string,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<string> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { cookie: visitor.cookie, 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout(20_000),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${path} ${text}`)
  return text
}

/** A coach signs up, fills in the profile, sets hours from 9 to 17 on every day, and goes live. */
export async function becomeCoach(url: string, zip: string): Promise<Visitor> {
  const coach = await signUp(url, 'instructor')
  await ask(url, coach, '/coach-draft', coachDraft(`Casey Park of ${zip}`, zip), 'PUT')
  const live = await ask(url, coach, '/coach-draft/live', {})
  if (!JSON.parse(live).ok) throw new Error(`the coach is not live: ${live}`)
  return coach
}

/** Instants in JSON and in calendar files. */
const instants = /(\d{4})-?(\d\d)-?(\d\d)T(\d\d):?(\d\d):?(\d\d)[.\d]*Z/g

/**
 * What a coach and a golfer see of lessons and money, with the present time left out.
 * @param of.date within the month of the calendar and the year of the statement
 * @param of.now milliseconds since 1970, UTC
 */
export async function readPages(
  url: string,
  of: { coach: Visitor; golfer: Visitor; lessons: readonly string[]; date: string; now: number },
): Promise<Record<string, string>> {
  const year = of.date.slice(0, 4)
  const ofCoach = [
    `/coach/statement?year=${year}`,
    `/coach/statement-lines?year=${year}`,
    '/coach/payouts',
    '/coach/held-money',
    `/coach/schedule?view=month&date=${of.date}`,
    '/bookings?when=past',
    '/conversations',
  ]
  const ofBoth = of.lessons.flatMap((id) =>
    ['', '/timeline', '/calendar.ics'].map((page) => `/bookings/${id}${page}`),
  )
  const pages: Record<string, string> = {}
  for (const path of [...ofCoach, ...ofBoth]) pages[`coach ${path}`] = await ask(url, of.coach, path)
  for (const path of ofBoth) pages[`golfer ${path}`] = await ask(url, of.golfer, path)
  for (const [page, text] of Object.entries(pages))
    pages[page] = text.replaceAll(instants, (written, ...[year, month, day, ...time]) => {
      const at = Date.parse(`${year}-${month}-${day}T${time.slice(0, 3).join(':')}Z`)
      return Math.abs(at - of.now) < 60_000 ? 'now' : written
    })
  return pages
}
