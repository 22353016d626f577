import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { fallbackCover } from '#features/coaches/coach.ts'
import { findCoachProfile } from '#features/coaches/queries.ts'
import { findCityPage } from '#features/content/cities/queries.ts'
import {
  drawSocialImage,
  type SocialImage,
  socialImageSize,
} from '#features/content/social-images/social-image.ts'
import type { Clock } from '#platform/clock.ts'
import { composePicture } from '#platform/composed-picture.ts'
import type { Database } from '#platform/db.ts'
import { formatMoney } from '#platform/money.ts'
import { remembered } from '#platform/remembered.ts'
import type { Services } from '#ports/services.ts'

const HOUR = 3_600_000
/** A picture is some 60 kB, and drawing it takes a tenth of a second. */
const keep = { forMs: 6 * HOUR, atMost: 200 }
const portraitPlace = { diameter: 300, left: 800, top: 165, ring: '#fbf8f2' }

/** What a link to a coach or a city looks like where people share it. */
export function socialImages(services: Services): Hono {
  const images = new Hono()
  images.get('/social/coach/:id{[0-9a-f-]{36}\\.jpg}', async (c) =>
    send(c, await coachImage(services.db, services.clock, c.req.param('id').slice(0, 36))),
  )
  images.get('/social/city/:slug{[a-z0-9-]{1,80}\\.jpg}', async (c) =>
    send(c, await cityImage(services.db, services.clock, c.req.param('slug').slice(0, -4))),
  )
  return images
}

const coachImage = remembered(keep, async (db: Database, id: string) => {
  const coach = await findCoachProfile(db, id, { userId: null, seesHidden: false })
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
  const cover = [...coach.galleryImages, `${fallbackCover(positionOf(id))}-800.webp`].find(isOurs)
  const portrait = coach.imageUrl && isOurs(coach.imageUrl) ? coach.imageUrl : null
  return await compose(words, cover ?? '/art/hero/hero-1600.webp', portrait)
})

const cityImage = remembered(keep, async (db: Database, slug: string) => {
  const page = await findCityPage(db, neverOld, slug)
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
  return await compose(words, `${fallbackCover(positionOf(slug))}-800.webp`, null)
})

/** The picture itself is remembered; what it says of a city is read when it is drawn. */
const neverOld: Clock = { now: () => 0 }

/** Drawn by us and lying in public/art: what people upload is not asked for here. */
const isOurs = (path: string) => /^\/art\/[a-z0-9/-]+\.(webp|avif|png|jpg)$/.test(path)

/** The same picture for the same page, another for most others. */
const positionOf = (key: string) =>
  [...key].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 9973, 7) + 1

const compose = (words: SocialImage, background: string, portrait: string | null) =>
  composePicture({
    background: join('public', background),
    portrait: portrait ? { picture: join('public', portrait), ...portraitPlace } : null,
    drawing: drawSocialImage(words),
    ...socialImageSize,
  })

function send(c: Context, image: Buffer | null) {
  if (!image) return c.notFound()
  return c.body(new Uint8Array(image), 200, {
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=86400',
  })
}
