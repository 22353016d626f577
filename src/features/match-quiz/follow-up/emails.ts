import { sql } from 'drizzle-orm'
import { fillIn, type Letter } from '#features/notifications/letter.ts'
import { formatMoney } from '#platform/money.ts'
import { dateIn, formatDay, OFFICE_ZONE } from '#platform/time.ts'
import { quizFollowUp } from './letters.ts'
import { type Nearby, person, type QuizTaker } from './queries.ts'

/** Of the coaches near a golfer what the letter says. */
interface LetterNearby {
  match: Nearby['match']
  others: readonly Pick<Nearby['others'][number], 'label' | 'location' | 'distance' | 'hourlyRateCents'>[]
}

/**
 * The letter to one golfer.
 * @param appUrl where links lead
 * @param now milliseconds since 1970, UTC
 */
export function followUpLetter(
  appUrl: string,
  taker: Pick<QuizTaker, 'name' | 'city' | 'typedPlace' | 'createdAt'>,
  { match, others }: LetterNearby,
  now: number,
): Letter {
  const line = (at: number) => {
    const coach = others[at]
    if (!coach) return ''
    const miles = coach.distance === null ? '' : `, ${coach.distance.toFixed(1)} mi`
    return `${coach.label}, ${coach.location}${miles}, ${formatMoney(coach.hourlyRateCents)} an hour`
  }
  const place = taker.city ?? taker.typedPlace ?? 'you'
  return fillIn(quizFollowUp, {
    name: taker.name ?? 'there',
    quiz_when: dayInWords(taker.createdAt, now),
    place,
    match_line: match
      ? `${match.label} fits what you are looking for, and takes new students.`
      : 'These coaches teach near you.',
    others_line: match && others.length > 0 ? 'Others near you:' : '',
    first_coach: line(0),
    second_coach: line(1),
    third_coach: line(2),
    fourth_coach: line(3),
    match_url: match ? `${appUrl}/instructor/${match.id}#instant-book-section` : `${appUrl}/#search`,
  })
}

/** The day of the quiz as the letter says it: `today`, `yesterday`, `on Mon, Nov 9`. */
function dayInWords(at: number, now: number): string {
  const day = dateIn(at, OFFICE_ZONE)
  if (day === dateIn(now, OFFICE_ZONE)) return 'today'
  if (day === dateIn(now - 86_400_000, OFFICE_ZONE)) return 'yesterday'
  return `on ${formatDay(at, OFFICE_ZONE)}`
}

/**
 * The subject of a letter that is planned, over answers `q`: as it will go out while its words and the answers stay. Coaches are
 * only looked for when it is sent; a subject that names them has an ellipsis there.
 * Raw: part of the list of emails, which is one statement.
 */
export const plannedSubject = sql`
  regexp_replace(replace(replace(regexp_replace(
    coalesce((select t.subject from email_templates t where t.template_key = ${quizFollowUp.key}), ${quizFollowUp.email?.subject ?? ''}),
    '\\{\\{\\s*([a-z_]+)\\s*\\}\\}', '{{\\1}}', 'g'),
    '{{place}}', coalesce(q.location_city, q.location_raw, 'you')),
    '{{name}}', case when not exists (select from profiles c where c.id = ${person} and c.mailbox_proven_at is not null) then 'there' else coalesce(q.contact_name, 'there') end),
    '\\{\\{[a-z_]+\\}\\}', '…', 'g')`
