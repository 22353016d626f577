import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { fallbackCover } from '#features/coaches/coach.ts'
import { findCoachProfile } from '#features/coaches/queries.ts'
import { findCityPage } from '#features/content/cities/queries.ts'
import { drawSocialImage, type SocialImage, socialImageSize } from '#features/content/social-image.ts'
import { cachedFor } from '#platform/cached-for.ts'
import type { Clock } from '#platform/clock.ts'
import { composePicture } from '#platform/composed-picture.ts'
import { HOUR } from '#platform/duration.ts'
import { formatMoney } from '#platform/money.ts'
import { UUID_PATTERN } from '#platform/uuid.ts'
import type { Services } from '#ports/services.ts'
import { countPerAddress } from './count-per-address.ts'
import type { RequestVariables } from './requests.ts'
import { siteIcon } from './site-icons.ts'

/** An image is about 60 kB and takes a tenth of a second to render. */
const keep = { forMs: 6 * HOUR, atMost: 200 }
/** The limit per address: enough for link previewers, but no more than a fraction of a core. */
const ASKED_FOR = { points: 120, duration: 600 }
/**
 * Images are rendered one at a time, so that other requests continue. This is the maximum length of the
 * queue.
 */
const MOST_WAITING = 20
/** Requests of one address at a time, so that no address fills the queue. */
const AT_ONCE_PER_ADDRESS = 4
const portraitPlace = { diameter: 300, left: 800, top: 165, ring: '#fbf8f2' }

/** Preview images for links to coaches and cities. */
export function socialImages(services: Services): Hono<{ Variables: RequestVariables }> {
  const images = new Hono<{ Variables: RequestVariables }>()
  const limiter = new RateLimiterMemory(ASKED_FOR)
  const enter = countPerAddress(services.env.RATE_LIMITS === 'on' ? AT_ONCE_PER_ADDRESS : 0)
  images.use('/social/*', async (c, next) => {
    const isTooMuch =
      services.env.RATE_LIMITS === 'on' &&
      (await limiter.consume(c.get('ip')).then(
        () => false,
        () => true,
      ))
    if (isTooMuch) return later(c, 429)
    const leave = enter(c.get('ip'))
    if (!leave) return later(c, 429)
    try {
      return await next()
    } finally {
      leave()
    }
  })
  images.onError((error, c) => {
    if (error instanceof TooManyDrawings) return later(c, 503)
    throw error
  })
  images.get('/social/site.jpg', async (c) => send(c, await siteImage(services, services.clock, 'site')))
  images.get(`/social/coach/:id{${UUID_PATTERN}\\.jpg}`, async (c) =>
    send(c, await coachImage(services, services.clock, c.req.param('id').slice(0, 36))),
  )
  images.get('/social/city/:slug{[a-z0-9-]{1,80}\\.jpg}', async (c) =>
    send(c, await cityImage(services, services.clock, c.req.param('slug').slice(0, -4))),
  )
  return images
}

const coachImage = cachedFor(keep, async (services: Services, id: string) => {
  const coach = await findCoachProfile(services.db, id, { userId: null, seesHidden: false })
  if (!coach) return null
  const rating =
    coach.reviewCount > 0
      ? `${coach.rating.toFixed(1)} of 5 in ${coach.reviewCount} ${coach.reviewCount === 1 ? 'review' : 'reviews'}`
      : null
  const words = {
    eyebrow: `Golf coach in ${coach.location}`,
    title: coach.name,
    facts: [rating, `${formatMoney(coach.hourlyRateCents)} an hour`, coach.credentials[0]].filter(
      (fact) => fact !== null && fact !== undefined,
    ),
    action: 'See open times',
  }
  const cover = [...coach.pictures.map(({ url }) => url), `${fallbackCover(positionOf(id))}-800.webp`].find(
    isOurs,
  )
  const portrait = coach.imageUrl && isOurs(coach.imageUrl) ? coach.imageUrl : null
  return await compose(services, words, cover ?? '/art/hero/hero-1600.webp', portrait)
})

const cityImage = cachedFor(keep, async (services: Services, slug: string) => {
  const page = await findCityPage(services.db, neverOld, slug)
  if (!page) return null
  const { coachCount, prices } = page.figures
  const words = {
    eyebrow: 'Golf lessons in',
    title: `${page.city}, ${page.state}`,
    facts: [
      coachCount === 1 ? 'One coach within 50 miles' : `${coachCount} coaches within 50 miles`,
      ...(prices ? [`${formatMoney(prices.low)} to ${formatMoney(prices.high)} an hour`] : []),
      'Real open times, booked in a minute',
    ],
    action: 'Compare coaches',
  }
  return await compose(services, words, `${fallbackCover(positionOf(slug))}-800.webp`, null)
})

/** The image of pages without one of their own. */
const siteImage = cachedFor(keep, async (services: Services, _: 'site') =>
  compose(
    services,
    {
      eyebrow: 'Find a golf coach near you',
      title: 'Golf lessons that fit your week',
      facts: ['Coaches within 50 miles', 'Real open times, booked in a minute'],
      action: 'See open times',
    },
    '/art/hero/hero-1600.webp',
    null,
  ),
)

/** A clock at 0, for which cached city data never expires. The image is cached for hours, so it needs no fresher data. */
const neverOld: Clock = { now: () => 0 }

/** Only files in public/art; uploaded pictures are not used here. */
const isOurs = (path: string) => /^\/art\/[a-z0-9/-]+\.(webp|avif|png|jpg)$/.test(path)

/** Deterministic by key, and different for most keys. */
const positionOf = (key: string) =>
  [...key].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 9973, 7) + 1

async function compose(
  services: Services,
  words: SocialImage,
  background: string,
  portrait: string | null,
): Promise<Buffer> {
  const icon = await siteIcon(services, services.clock, '/icon-192.png')
  const logo = icon ? `data:${icon.type};base64,${icon.content.toString('base64')}` : undefined
  return await inTurn(() =>
    composePicture({
      background: join('public', background),
      portrait: portrait ? { picture: join('public', portrait), ...portraitPlace } : null,
      drawing: drawSocialImage({ ...words, logo }),
      ...socialImageSize,
    }),
  )
}

class TooManyDrawings extends Error {}

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** Runs the renderings one after another. @throws TooManyDrawings when too many wait */
async function inTurn<T>(draw: () => Promise<T>): Promise<T> {
  if (waiting >= MOST_WAITING) throw new TooManyDrawings()
  waiting++
  const mine = last.then(draw)
  last = mine.catch(() => undefined)
  try {
    return await mine
  } finally {
    waiting--
  }
}

const later = (c: Context, status: 429 | 503) =>
  c.text('Please try again in a minute.', status, { 'retry-after': '60' })

function send(c: Context, image: Buffer | null) {
  if (!image) return c.notFound()
  return c.body(new Uint8Array(image), 200, {
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=86400',
  })
}
