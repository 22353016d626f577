import { randomUUID } from 'node:crypto'
import { listSitemapEntries } from '#features/content/sitemap-entries.ts'
import type { CoachWorld } from './coach-states.ts'
import { charlotteDay, charlotteTime } from './now.ts'
import type { testProduct } from './product.ts'
import { type Surface, works } from './state-table.ts'

type Product = ReturnType<typeof testProduct>

/** What people who do not know the coach can find, view and book. Only open, unconfirmed and demo coaches. */
const found = 'yes no yes no no no no yes'
/** The same without demo coaches, who take no real bookings. */
const bookable = 'yes no yes no no no no no'

/**
 * The surfaces where people without commitments encounter a coach.
 * @param readPage reads a public page by path that was already requested before, so it comes from the cache unless it was invalidated
 */
export function findingSurfaces(
  product: Product,
  readPage: (path: string) => Promise<string>,
): Surface<CoachWorld>[] {
  const visitor = product.visitor()
  const listed = async (path: string, id: string) => (await visitor.get(path)).text.includes(id)
  return [
    {
      name: 'search',
      cells: found,
      ask: ({ zip, instructorId }) => listed(`/api/coaches?zip=${zip}`, instructorId),
    },
    {
      name: 'nearest coaches',
      cells: found,
      ask: ({ zip, instructorId }) => listed(`/api/nearest-coaches?zip=${zip}`, instructorId),
    },
    {
      name: 'city page from the cache',
      cells: found,
      ask: async ({ zip, instructorId }) => (await readPage(cityPageOf(zip))).includes(instructorId),
    },
    {
      name: 'profile page from the cache',
      cells: found,
      ask: async ({ instructorId }) => (await readPage(`/instructor/${instructorId}`)).includes(instructorId),
    },
    {
      name: 'search engine map',
      cells: found,
      // Reads the sitemap's source, because the sitemap itself is cached for ten minutes.
      ask: async ({ instructorId }) =>
        (await listSitemapEntries(product.services.db, { posts: [], cities: [] })).some(({ path }) =>
          path.endsWith(instructorId),
        ),
    },
    {
      name: 'match quiz',
      cells: bookable,
      ask: async ({ zip, instructorId }) =>
        (await visitor.post('/api/functions/find-nearby-instructors', { location: zip })).text.includes(
          instructorId,
        ),
    },
    {
      name: 'profile',
      cells: found,
      ask: ({ instructorId }) => works(visitor.get(`/api/coaches/${instructorId}`)),
    },
    {
      name: 'profile link says that the coach is away',
      cells: 'no yes no yes no no no no',
      ask: async ({ instructorId }) =>
        (await visitor.get(`/api/coaches/${instructorId}/absence`)).json.isAway,
    },
    {
      name: 'reviews on the profile',
      cells: found,
      ask: async ({ instructorId }) =>
        (await visitor.get(`/api/coaches/${instructorId}/reviews`)).text.includes('Clear and calm'),
    },
    {
      name: 'embed on another site',
      cells: found,
      ask: ({ instructorId }) => works(visitor.get(`/embed/${instructorId}`)),
    },
    {
      name: 'API v1: list of coaches',
      cells: found,
      ask: ({ zip, instructorId }) => listed(`/api/v1/coaches?zip=${zip}`, instructorId),
    },
    {
      name: 'API v1: open times',
      cells: found,
      ask: ({ instructorId }) =>
        works(visitor.get(`/api/v1/coaches/${instructorId}/slots?durationMinutes=60`)),
    },
    {
      name: 'slots',
      cells: found,
      ask: ({ instructorId }) => works(visitor.get(`/api/coaches/${instructorId}/slots?durationMinutes=60`)),
    },
    {
      name: 'quote',
      cells: found,
      ask: ({ instructorId }) => works(visitor.post('/api/quotes', { instructorId, durationMinutes: 60 })),
    },
    {
      name: 'price',
      cells: found,
      ask: ({ instructorId }) => works(visitor.get(`/api/coaches/${instructorId}/price?durationMinutes=60`)),
    },
    {
      name: 'hold',
      cells: bookable,
      ask: ({ instructorId, newcomer }) =>
        works(
          newcomer.post('/api/bookings', {
            instructorId,
            start: charlotteTime(9, 9),
            durationMinutes: 60,
          }),
        ),
    },
    {
      name: 'clinic',
      cells: found,
      ask: async ({ instructorId }) =>
        works(visitor.get(`/api/clinics/${await publishClinic(product, instructorId, 40)}`)),
    },
    {
      name: 'seat in a clinic',
      cells: bookable,
      ask: async ({ instructorId, newcomer }) => {
        const clinicId = await publishClinic(product, instructorId, 41)
        const terms = { expectedPriceCents: 5_000, expectedPolicy: 'standard' }
        return await works(newcomer.post(`/api/clinics/${clinicId}/seats`, { players: [null], ...terms }))
      },
    },
    {
      name: 'save the coach',
      cells: found,
      ask: ({ instructorId, newcomer }) => works(newcomer.put(`/api/me/saved-coaches/${instructorId}`, {})),
    },
    {
      name: 'cancellation list',
      cells: bookable,
      ask: ({ instructorId, newcomer }) =>
        works(
          newcomer.post('/api/cancellation-list', {
            instructorId,
            from: charlotteDay(9),
            to: charlotteDay(9),
            durationMinutes: 60,
          }),
        ),
    },
    {
      name: 'first message',
      cells: found,
      ask: ({ instructorId, newcomer }) =>
        works(
          newcomer.post('/api/conversations', {
            clientId: randomUUID(),
            instructorId,
            content: 'Do you teach beginners?',
          }),
        ),
    },
  ]
}

/** The page about the coaches near a ZIP code. */
export const cityPageOf = (zip: string) => `/zip-${zip}-golf-instructors`

/** A published clinic of a coach in any state, by direct SQL. @param day days after the start of the tests */
async function publishClinic(product: Product, instructorId: string, day: number): Promise<string> {
  const [added] = await product.query(
    `insert into clinics (instructor_id, title, description, location_name, time_zone, price_cents, seats, minimum)
     select user_id, 'Putting clinic', '', 'The range', 'America/New_York', 5000, 4, 1 from instructor_profiles where user_id = $1
     returning id`,
    [instructorId],
  )
  // A coach whose profile was never completed.
  if (!added) return randomUUID()
  await product.query(
    "insert into clinic_dates (clinic_id, starts_at, ends_at) values ($1, $2, $2::timestamptz + interval '1 hour')",
    [added?.id, charlotteTime(day, 19)],
  )
  await product.query(
    "update clinics set status = 'published', published_at = current_instant() where id = $1",
    [added?.id],
  )
  return added?.id
}
