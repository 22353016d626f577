import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'

/** A place in the United States, with the coordinates of its center in degrees. */
export interface QuizPlace {
  city: string
  state: string
  lat: number
  lng: number
}

const STATES =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,PR Puerto Rico,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming'
const codes = new Map(
  STATES.split(',').flatMap((line): [string, string][] => {
    const [code = '', name = ''] = [line.slice(0, 2), line.slice(3)]
    return [
      [code.toLowerCase(), code],
      [name.toLowerCase(), code],
    ]
  }),
)

export type FoundPlace = { ok: true; place: QuizPlace } | { ok: false; reason: string }

const notFound = {
  ok: false,
  reason:
    'We do not know this place. Try a 5-digit ZIP code, or a city with its state, such as “Charlotte, NC”.',
} as const

/**
 * Resolves user input to a place: a ZIP code, or a city with or without its state.
 * @returns the place, or an error message for the user
 */
export async function findTypedPlace(db: Queryable, typed: string): Promise<FoundPlace> {
  const text = typed.trim().replace(/\s+/g, ' ')
  if (/^\d{5}(-\d{4})?$/.test(text)) {
    const { rows } = await db.execute<QuizPlace & Record<string, unknown>>(
      sql`select city, state, lat, lng from zip_codes where zip = ${text.slice(0, 5)} and lat is not null`,
    )
    return rows[0] ? { ok: true, place: rows[0] } : notFound
  }
  if (/^\d+$/.test(text)) return { ok: false, reason: 'Enter a valid 5-digit zip code' }
  const { city, state } = cityAndState(text)
  // Raw: averages the coordinates of all ZIP codes of a city.
  const { rows } = await db.execute<QuizPlace & Record<string, unknown>>(sql`
    select min(city) as city, state, avg(lat) as lat, avg(lng) as lng from zip_codes
    where lower(city) = lower(${city}) and lat is not null and zip ~ '^[0-9]{5}$' and state not in ('AA', 'AE', 'AP')
      and (${state}::text is null or state = ${state})
    group by state order by count(*) desc, state limit 8`)
  const [first, second] = rows
  if (!first) return notFound
  if (second)
    return {
      ok: false,
      reason: `There is more than one ${first.city}. Add the state, such as “${first.city}, ${first.state}”.`,
    }
  return { ok: true, place: first }
}

/** Parses `Charlotte, NC`, `charlotte north carolina` or `Charlotte`. */
function cityAndState(text: string): { city: string; state: string | null } {
  const [before = '', after] = text.split(/\s*,\s*/)
  if (after)
    return { city: before, state: codes.get(after.toLowerCase().replace(/\.$/, '')) ?? after.toUpperCase() }
  const words = text.split(' ')
  for (const many of [2, 1]) {
    const code = words.length > many ? codes.get(words.slice(-many).join(' ').toLowerCase()) : undefined
    if (code) return { city: words.slice(0, -many).join(' '), state: code }
  }
  return { city: text, state: null }
}
