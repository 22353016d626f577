import { siteName } from '#platform/site-name.ts'

/** Structured data in the schema.org vocabulary. Pure; all URLs are absolute. */

export type StructuredData = { '@context': 'https://schema.org'; '@type': string } & Record<string, unknown>

const context = { '@context': 'https://schema.org' } as const

/** The organization behind the site. @param origin without a trailing slash */
export function organizationData(origin: string): StructuredData {
  return { ...context, '@type': 'Organization', ...publisher(origin) }
}

/** The site, including its search URL template. */
export function websiteData(origin: string): StructuredData {
  return {
    ...context,
    '@type': 'WebSite',
    name: siteName,
    url: `${origin}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/?zip={zip}` },
      'query-input': 'required name=zip',
    },
  }
}

/** The breadcrumb trail of a page. @param steps names with paths; the home page is prepended */
export function breadcrumbData(
  origin: string,
  steps: readonly { name: string; path: string }[],
): StructuredData {
  return {
    ...context,
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}

/** An article. @param post `date` is `yyyy-MM-dd` */
export function articleData(
  origin: string,
  post: {
    slug: string
    title: string
    description: string
    date: string
    author: string
    cover: number
    tags: readonly string[]
    words: number
  },
): StructuredData {
  const url = `${origin}/blog/${post.slug}`
  return {
    ...context,
    '@type': 'BlogPosting',
    mainEntityOfPage: url,
    url,
    headline: post.title,
    description: post.description,
    datePublished: post.date,
    dateModified: post.date,
    author: { '@type': 'Organization', name: post.author, url: `${origin}/blog` },
    publisher: { '@type': 'Organization', ...publisher(origin) },
    image: `${origin}/art/covers/cover-${post.cover}-800.webp`,
    keywords: post.tags.join(', '),
    wordCount: post.words,
    inLanguage: 'en-US',
  }
}

/** An FAQ, with the same questions and answers that the page shows. */
export function questionsData(questions: readonly { question: string; answer: string }[]): StructuredData {
  return {
    ...context,
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

/** The list of coaches in display order. */
export function coachListData(
  origin: string,
  coaches: readonly { id: string; name: string }[],
): StructuredData {
  return {
    ...context,
    '@type': 'ItemList',
    itemListElement: coaches.map(({ id, name }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url: `${origin}/instructor/${id}`,
    })),
  }
}

/**
 * A coach as a local business with an hourly price and what is sold on the profile. The rating covers only lessons booked on this site and is
 * omitted if there is none.
 */
export function coachData(
  origin: string,
  coach: {
    id: string
    name: string
    bio: string
    imageUrl: string | null
    hourlyRateCents: number
    specialties: readonly string[]
    credentials: readonly string[]
    /** The number of booked lessons per star rating; imported reviews are excluded. */
    bookedRatings: readonly { stars: number; count: number }[]
    locations: readonly PlaceOfCoach[]
    /** Lessons, packages and a video review; `link` is what follows the profile's path in the address. */
    offers: readonly { link: string; title: string; priceCents: number }[]
  },
): StructuredData {
  const url = `${origin}/instructor/${coach.id}`
  const dollars = (coach.hourlyRateCents / 100).toFixed(2)
  return {
    ...context,
    '@type': 'LocalBusiness',
    '@id': url,
    url,
    name: `${coach.name}, golf coach`,
    description: coach.bio,
    ...(coach.imageUrl
      ? { image: /^https?:/.test(coach.imageUrl) ? coach.imageUrl : origin + coach.imageUrl }
      : {}),
    priceRange: `$${dollars} an hour`,
    ...(coach.locations[0] ? { address: placeData(coach.locations[0]).address } : {}),
    location: coach.locations.map(placeData),
    employee: {
      '@type': 'Person',
      name: coach.name,
      jobTitle: 'Golf coach',
      ...(coach.specialties.length > 0 ? { knowsAbout: coach.specialties } : {}),
      ...(coach.credentials.length > 0
        ? {
            hasCredential: coach.credentials.map((name) => ({
              '@type': 'EducationalOccupationalCredential',
              name,
            })),
          }
        : {}),
    },
    makesOffer: coach.offers.map(({ link, title, priceCents }) =>
      offerData(`${url}${link}`, title, (priceCents / 100).toFixed(2)),
    ),
    ...ratingData(coach.bookedRatings),
  }
}

/**
 * A clinic as an event, with the seats that are left. A camp is one event from its first date to its last, because its price is for
 * all dates; each date is a part of it.
 */
export function clinicData(
  origin: string,
  clinic: {
    id: string
    title: string
    description: string
    place: string
    address: string | null
    /** ISO instants, ascending. */
    dates: readonly { start: string; end: string }[]
    priceCents: number
    seats: number
    seatsLeft: number
    state: 'open' | 'sold_out' | 'begun' | 'ended' | 'cancelled'
    coach: { id: string; name: string }
  },
): StructuredData {
  const url = `${origin}/clinics/${clinic.id}`
  const happening = {
    name: clinic.title,
    eventStatus: `https://schema.org/${clinic.state === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: clinic.place,
      ...(clinic.address ? { address: clinic.address } : {}),
    },
  }
  return {
    ...context,
    '@type': 'Event',
    ...happening,
    url,
    ...(clinic.description ? { description: clinic.description } : {}),
    startDate: clinic.dates[0]?.start,
    endDate: clinic.dates.at(-1)?.end,
    ...(clinic.dates.length > 1
      ? {
          subEvent: clinic.dates.map(({ start, end }) => ({
            '@type': 'Event',
            ...happening,
            startDate: start,
            endDate: end,
          })),
        }
      : {}),
    maximumAttendeeCapacity: clinic.seats,
    remainingAttendeeCapacity: clinic.seatsLeft,
    organizer: { '@type': 'Person', name: clinic.coach.name, url: `${origin}/instructor/${clinic.coach.id}` },
    offers: {
      '@type': 'Offer',
      url,
      price: (clinic.priceCents / 100).toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${clinic.state === 'open' ? 'InStock' : 'SoldOut'}`,
    },
  }
}

const offerData = (url: string, name: string, dollars: string) => ({
  '@type': 'Offer',
  url,
  price: dollars,
  priceCurrency: 'USD',
  itemOffered: { '@type': 'Service', name, serviceType: 'Golf lesson' },
})

function ratingData(ratings: readonly { stars: number; count: number }[]) {
  const count = ratings.reduce((sum, rating) => sum + rating.count, 0)
  if (count === 0) return {}
  const stars = ratings.reduce((sum, rating) => sum + rating.stars * rating.count, 0)
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: (stars / count).toFixed(1),
      ratingCount: count,
      bestRating: 5,
      worstRating: 1,
    },
  }
}

interface PlaceOfCoach {
  name: string
  address: string | null
  city: string
  state: string
  zip: string | null
}

function placeData(place: PlaceOfCoach) {
  return {
    '@type': 'Place',
    name: place.name,
    address: {
      '@type': 'PostalAddress',
      ...(place.address ? { streetAddress: place.address } : {}),
      addressLocality: place.city,
      addressRegion: place.state,
      ...(place.zip ? { postalCode: place.zip } : {}),
      addressCountry: 'US',
    },
  }
}

function publisher(origin: string) {
  return { name: siteName, url: `${origin}/`, logo: `${origin}/icon-512.png` }
}
