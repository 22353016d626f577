import { describe, expect, test } from 'vitest'
import { articleData, breadcrumbData, clinicData, coachData, questionsData } from './structured-data.ts'

const origin = 'https://greenside.example'

const coach = {
  id: 'c0ac0001-0000-4000-8000-000000000001',
  name: 'Maya Bennett',
  bio: 'Bring the excuses.',
  imageUrl: '/art/portraits/portrait-1-480.webp',
  hourlyRateCents: 8_550,
  specialties: ['Short Game'],
  credentials: ['PGA Class A Professional'],
  bookedRatings: [
    { stars: 5, count: 3 },
    { stars: 4, count: 1 },
    { stars: 1, count: 0 },
  ],
  locations: [
    { name: 'Longleaf Hollow', address: '1 Fairway Lane', city: 'Charlotte', state: 'NC', zip: '28277' },
  ],
  offers: [
    { link: '#instant-book-section', title: 'Private golf lesson, 1 hour', priceCents: 8_550 },
    { link: '?package=pac4a6e1#instant-book-section', title: 'Break 90', priceCents: 40_000 },
  ],
}

describe('a coach', () => {
  test('is a local business with an hourly offer in dollars, a place and a person', () => {
    expect(coachData(origin, coach)).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'LocalBusiness',
      url: `${origin}/instructor/${coach.id}`,
      image: `${origin}/art/portraits/portrait-1-480.webp`,
      address: { addressLocality: 'Charlotte', addressRegion: 'NC' },
      employee: { '@type': 'Person', name: 'Maya Bennett' },
      makesOffer: [
        { '@type': 'Offer', price: '85.50', priceCurrency: 'USD' },
        {
          '@type': 'Offer',
          price: '400.00',
          url: `${origin}/instructor/${coach.id}?package=pac4a6e1#instant-book-section`,
          itemOffered: { name: 'Break 90' },
        },
      ],
    })
  })

  test('has the rating of booked lessons, and none without any', () => {
    expect(coachData(origin, coach)).toMatchObject({
      aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.8', ratingCount: 4 },
    })
    const unrated = { ...coach, bookedRatings: [{ stars: 5, count: 0 }] }
    expect(coachData(origin, unrated)).not.toHaveProperty('aggregateRating')
  })

  test('leaves out unknown values', () => {
    const bare = coachData(origin, { ...coach, imageUrl: null, locations: [] })
    expect(bare).not.toHaveProperty('image')
    expect(bare).not.toHaveProperty('address')
  })
})

describe('a clinic', () => {
  const monday = { start: '2027-06-07T13:00:00.000Z', end: '2027-06-07T16:00:00.000Z' }
  const tuesday = { start: '2027-06-08T13:00:00.000Z', end: '2027-06-08T16:00:00.000Z' }
  const clinic = {
    id: 'c11a0001-0000-4000-8000-000000000001',
    title: 'Junior camp',
    description: '',
    place: 'Longleaf Hollow',
    address: '1 Fairway Lane',
    dates: [monday, tuesday],
    priceCents: 30_000,
    seats: 8,
    seatsLeft: 3,
    state: 'open' as const,
    coach: { id: coach.id, name: coach.name },
  }

  test('of several dates is one event with one price; its dates have none', () => {
    const data = clinicData(origin, clinic)
    expect(data).toMatchObject({
      '@type': 'Event',
      startDate: monday.start,
      endDate: tuesday.end,
      offers: { price: '300.00', availability: 'https://schema.org/InStock' },
      subEvent: [
        { '@type': 'Event', startDate: monday.start, endDate: monday.end },
        { '@type': 'Event', startDate: tuesday.start, endDate: tuesday.end },
      ],
    })
    expect(JSON.stringify(data.subEvent)).not.toContain('price')
  })

  test('of one date is one event without parts', () => {
    const data = clinicData(origin, { ...clinic, dates: [monday] })
    expect(data).toMatchObject({ startDate: monday.start, endDate: monday.end })
    expect(data).not.toHaveProperty('subEvent')
  })
})

test('an article has its date, text and picture', () => {
  const post = {
    slug: 'a-slice',
    title: 'A slice',
    description: 'Of life.',
    date: '2026-05-01',
    author: 'Us',
    cover: 7,
    tags: ['slice', 'practice'],
    words: 900,
  }
  expect(articleData(origin, post)).toMatchObject({
    '@type': 'BlogPosting',
    url: `${origin}/blog/a-slice`,
    datePublished: '2026-05-01',
    wordCount: 900,
    image: `${origin}/art/covers/cover-7-800.webp`,
    keywords: 'slice, practice',
  })
})

test('the breadcrumbs start at home', () => {
  expect(breadcrumbData(origin, [{ name: 'Blog', path: '/blog' }]).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: `${origin}/` },
    { '@type': 'ListItem', position: 2, name: 'Blog', item: `${origin}/blog` },
  ])
})

test('questions have their answers', () => {
  expect(questionsData([{ question: 'Why?', answer: 'Because.' }]).mainEntity).toEqual([
    { '@type': 'Question', name: 'Why?', acceptedAnswer: { '@type': 'Answer', text: 'Because.' } },
  ])
})
