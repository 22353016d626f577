import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { newStudent } from './lesson-support.ts'
import { readPage } from './page-answers.ts'
import { expect, scenario, signIn, test } from './support.ts'

/*
 * What the built product responds for a page, read over HTTP without a browser. Layout, behavior and
 * accessibility of these pages at both widths are tested in `every-page.journey.ts`.
 */

/** Checks that every page exists with its heading, and that an old URL redirects to its replacement. */
async function expectPages(request: APIRequestContext, paths: readonly string[]) {
  for (const path of paths) {
    const first = await readPage(request, path)
    expect(first.leadsTo, path).not.toMatch(/^\/($|auth|\?)/)
    const { status, headings } = first.leadsTo ? await readPage(request, first.leadsTo) : first
    expect(status, path).toBe(200)
    expect(headings[0] ?? '', path).not.toBe('')
  }
}

test.describe('the home page for visitors', () => {
  test('has everything the specification asks for, two entry points in the header, and footer links that open the right pages [rows 4-6, 10, 111]', async ({
    request,
  }) => {
    const home = await readPage(request, '/')
    for (const title of [
      'How it works',
      'Discover a match',
      'Connect and schedule',
      'Improve and track progress',
      'Private one-on-one',
      'Group of 2–4',
      'Playing lesson on course',
      'Video analysis',
      'Searching elsewhere, or in one place',
      'Verified reviews',
      'Transparent pricing',
      'Instant booking',
      'Verified instructors',
      'Community reviews',
      'Secure booking and payments',
      'What golfers say after the lesson',
      'Why golfers choose Greenside',
      'For instructors',
    ])
      expect(home.headings).toContain(title)
    for (const mark of [
      'PGA Certified',
      'Verified Instructors',
      'Highly Rated',
      'Trust and Safety',
      'Coach Sample',
      '© 2025',
    ])
      expect(home.words).toContain(mark)
    expect(home.count('blockquote')).toBe(3)
    expect(home.linksOf('Become an instructor')).toEqual(['/instructor-landing'])
    for (const name of ['Blog', 'Privacy Policy', 'Support']) expect(home.linksOf(name), name).not.toEqual([])
    expect(home.linksOf('For Instructors')).toContain('/instructor-landing')
    expect(home.linksOf('Sign In')).toContain('/auth')
    expect(home.linksOf()).toEqual(expect.arrayContaining(['/blog', '/privacy-policy']))
    // The privacy policy, the cities and the pages about the software are read below.
    await expectPages(request, ['/blog'])
  })
})

test('a student sees the app layout on every menu page, and is sent home from coach pages [row 18]', async ({
  request,
}) => {
  await signIn({ request }, 'student')
  await expectPages(request, [
    '/inbox',
    '/your-instructors',
    '/student-collaborate',
    '/lessons',
    '/profile',
    '/support',
    '/help',
  ])
  for (const path of ['/availability', '/instructor', '/earnings-payouts', '/admin/users'])
    expect((await readPage(request, path)).leadsTo, path).toBe('/')
})

test('a student with a complete profile of a coach is told what going live ends', async ({ request }) => {
  await newStudent(request)
  const draft = {
    displayName: 'Nora Yuma',
    bio: 'Teaches the short game outdoors, early in the day before the heat arrives.',
    gender: '',
    years: '6',
    locationName: 'Foothills Golf Center',
    address: '',
    zip: '85365',
    facilityTypes: ['outdoor'],
    specialties: ['Putting'],
    hourlyRate: '85',
    durations: [60],
    launchMonitor: '',
    credential: '',
    hours: [{ day: 1, from: '09:00', to: '17:00' }],
  }
  expect((await request.put('/api/coach-draft', { data: draft })).ok()).toBe(true)
  const { words } = await readPage(request, '/instructor-onboarding?step=preview')
  expect(words).toContain('It cannot book or buy lessons. Your saved cards are deleted')
})

test('a coach has a page for every menu entry [rows 11, 18]', async ({ request }) => {
  await signIn({ request }, 'coach')
  await expectPages(request, [
    '/instructor',
    '/instructor/dashboard',
    '/earnings-payouts',
    '/inbox',
    '/your-students',
    '/collaborate',
    '/schedule',
    '/lessons',
    '/proposals',
    '/reviews',
    '/availability',
    '/gallery',
    '/payment-settings',
    '/profile-edit',
    '/create-instructor-profile',
    '/compose',
    '/test-data',
    `/student-workspace/${scenario.sam.id}`,
    '/support',
    '/help',
  ])
  expect((await readPage(request, '/your-instructors')).leadsTo).toBe('/')
})

test('an admin has a home page and admin pages [rows 1, 17, 18]', async ({ request }) => {
  await signIn({ request }, 'admin')
  const { words } = await readPage(request, '/')
  expect(words).toContain('Admin Access')
  expect(words).toContain('Sign Out')
  await expectPages(request, [
    '/admin/users',
    '/user-management',
    '/admin/analytics',
    '/admin/market',
    '/admin/market/money',
    '/admin/instructor-analytics',
    '/admin/user-analytics',
  ])
})

test('visitors are asked to sign in and return to the same path and query; admin pages stay closed to them [rows 16, 17]', async ({
  request,
}) => {
  for (const path of [
    '/inbox?folder=unread',
    '/lessons?when=past',
    '/availability',
    '/your-instructors',
    '/student-workspace/x',
  ])
    expect((await readPage(request, path)).leadsTo).toBe(`/auth?redirect=${encodeURIComponent(path)}`)
  expect((await readPage(request, '/admin/users')).leadsTo).toBe('/')
})

test('an admin also finds hidden coaches [row 42]', async ({ request }) => {
  const found = async () => (await readPage(request, '/?zip=28202&price=any')).headings.join('\n')
  expect(await found()).toContain(scenario.maya.name)
  expect(await found()).not.toContain(scenario.hollis.name)
  await signIn({ request }, 'admin')
  expect(await found()).toContain(scenario.hollis.name)
})

test('a visitor messages a coach without instant booking [row 64]', async ({ request }) => {
  // Sam has access and may book; a new student may not.
  await newStudent(request)
  const page = await readPage(request, `/instant-book/${scenario.priya.id}`)
  expect(page.linksOf('Message to request a time')).toEqual([`/compose?instructor=${scenario.priya.id}`])
  expect(page.words).not.toContain('Confirm Booking')
})

test.describe('the privacy policy', () => {
  test('names Do Not Track and Global Privacy Control [row 111]', async ({ request }) => {
    const { status, headings } = await readPage(request, '/privacy-policy')
    expect([status, headings[0]]).toEqual([200, 'Privacy policy'])
    expect(headings).toContain('Do Not Track, and Global Privacy Control')
  })
})

test.describe('a city page', () => {
  for (const city of ['Los Angeles', 'Philadelphia', 'Charlotte'])
    test(`${city}: figures, coaches, questions, and a link to search [row 111]`, async ({ request }) => {
      const path = `/${city.toLowerCase().replace(' ', '-')}-golf-instructors`
      const page = await readPage(request, path)
      expect(page.headings[0]).toBe(`Golf instructors in ${city}`)
      expect(page.attribute('link rel="canonical"', 'href')).toMatch(new RegExp(`${path}$`))
      expect(page.attribute('meta name="robots"', 'content')).toBeUndefined()
      for (const words of [
        'Coaches within 50 miles',
        `Can I book a golf lesson in ${city} online?`,
        'instant bookings: you see the times',
      ])
        expect(page.words).toContain(words)
      expect(page.count('article')).toBeGreaterThan(2)
      const [search = ''] = page.linksOf('See open times')
      expect(search).toMatch(/^\/\?.*zip=\d{5}/)
      if (city !== 'Charlotte') return
      const found = await readPage(request, search.replace(/#.*/, ''))
      expect(found.words).toMatch(/Found \d+ instructors within 50 miles/)
    })

  test('without coaches is not indexed and offers the waitlist [row 111]', async ({ request }) => {
    const page = await readPage(request, '/adak-golf-instructors')
    expect(page.words).toContain('There is no Greenside coach within 50 miles of Adak')
    expect(page.attribute('meta name="robots"', 'content')).toBe('noindex, follow')
    expect(page.words).toContain('Join the waitlist')
  })

  test('for an ambiguous name includes the state, whatever was typed [row 111]', async ({ request }) => {
    const { leadsTo } = await readPage(request, '/portland-golf-instructors')
    expect(leadsTo).toBe('/portland-or-golf-instructors')
    expect((await readPage(request, leadsTo)).status).toBe(200)
  })
})

test.describe('pages for coaches', () => {
  for (const [path, main] of [
    ['/instructor-landing', '/instructor-landing'],
    ['/join-instructor', '/instructor-landing'],
    ['/golf-lesson-software', '/golf-lesson-software'],
    ['/golf-lesson-scheduling-software', '/golf-lesson-software'],
  ] as const)
    test(`${path} shows the benefits and the price [rows 75, 111]`, async ({ request }) => {
      const page = await readPage(request, path)
      expect(page.headings).toContain('10% of a lesson, and no monthly fee')
      expect(page.words).toContain('$76.50')
      expect(page.attribute('link rel="canonical"', 'href')).toMatch(new RegExp(`${main}$`))
      const [door = ''] = page.linksOf('Start teaching here')
      expect(door).toMatch(/^\/auth\?.*mode=student/)
      if (path === main) expect((await readPage(request, door)).headings).toContain('Create your account')
    })
})

test('the page about the software lists only features that exist', async ({ request }) => {
  const { headings, words } = await readPage(request, '/golf-lesson-software')
  expect(headings).toContain('Available today')
  expect(words).toContain('A workspace for each student')
  expect(words).not.toContain('Being built')
})

test.describe('missing pages', () => {
  for (const [path, title] of [
    ['/blog/never-written', 'We never wrote that one'],
    ['/nowhereville-golf-instructors', 'That city is not on our map'],
  ] as const)
    test(`${path} says not found and links onward [row 111]`, async ({ request }) => {
      const { status, headings } = await readPage(request, path)
      expect([status, headings[0]]).toEqual([404, title])
    })

  test('an unknown URL, an unknown coach and a hidden coach show “not found” with a link onward [row 19]', async ({
    request,
  }) => {
    for (const path of [
      '/nowhere',
      `/instructor/${randomUUID()}`,
      `/instructor/${scenario.hollis.id}`,
      '/instructor/not-an-id',
    ]) {
      const page = await readPage(request, path)
      expect(page.status, path).toBe(404)
      expect(page.headings[0] ?? '', path).not.toBe('')
      expect(page.linksOf().length, path).toBeGreaterThan(5)
    }
  })

  test('an incomplete unsubscribe link shows an error', async ({ request }) => {
    expect((await readPage(request, '/unsubscribe')).words).toContain('This link is incomplete')
  })
})

test('opening the success page proves nothing, and another person’s is not found', async ({
  request,
  playwright,
  baseURL,
}) => {
  await newStudent(request)
  const { days } = await (
    await request.get(`/api/coaches/${scenario.ruth.id}/slots?durationMinutes=60`)
  ).json()
  const starts: string[] = days.flatMap((day: { slots: { start: string }[] }) =>
    day.slots.map(({ start }) => start),
  )
  // Another journey may have booked the first time.
  const hold = async () => {
    for (const start of starts.slice(20)) {
      const held = await request.post('/api/bookings', {
        data: { instructorId: scenario.ruth.id, start, durationMinutes: 60 },
      })
      if (held.status() === 201) return await held.json()
    }
    throw new Error('no open slot')
  }
  const { bookingId, checkoutUrl } = await hold()
  const session = checkoutUrl.split('/').at(-1)
  expect((await readPage(request, `/payment-success?session_id=${session}`)).status).toBe(200)
  expect((await (await request.get(`/api/bookings/${bookingId}`)).json()).status).toBe('pending')
  const stranger = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await signIn({ request: stranger }, 'student')
  const { words } = await readPage(stranger, `/payment-confirmation?session_id=${session}`)
  expect(words).not.toContain('Dr. Ruth')
  expect(words).not.toContain(scenario.ruth.name)
  await stranger.dispose()
})
