import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { everySentence } from '#ports/assistant/sentences.ts'
import { sketchedCoach } from '#tests/assistant/coaches.ts'
import { gradedNow } from '#tests/assistant/conversation.ts'
import { sayableOf } from '../answer.ts'
import { findBreaches, type GuardedReply, isProposable } from './guard.ts'

const now = Date.parse(gradedNow)
const maya = sketchedCoach('maya', now)
const sayable = sayableOf(maya, now)
const home = maya.facts.places[0]?.id ?? null
/** Tuesday, 24 November, 11:00 in Charlotte. */
const tuesday = { start: '2026-11-24T16:00:00.000Z', minutes: 60, placeId: home }

const breachesOf = (answer: string, slots: GuardedReply['slots'] = []) =>
  findBreaches({ answer, slots, proposalDraft: null }, sayable)

describe('accepted answers', () => {
  test.each(
    everySentence(maya.facts).filter(
      (sentence) => !/Nothing is open in|times (are|for)|open times/.test(sentence),
    ),
  )('a sentence made from the facts: %s', (sentence) => expect(breachesOf(sentence)).toEqual([]))

  test.each([
    'Hello and thanks for asking.',
    'An hour is $85.',
    'The cost is $127.50 for 90 minutes.',
    'A lesson of 60 minutes is $85, one of 2 hours is $170.',
    'Lessons are at Longleaf Hollow Golf Center in Charlotte.',
    'Nothing is open on Thursday, November 26.',
  ])('other wording of a true statement: %s', (answer) => expect(breachesOf(answer)).toEqual([]))

  test('days and times of offered slots', () => {
    expect(breachesOf('Tuesday, November 24 at 11:00 AM EST would work.', [tuesday])).toEqual([])
    expect(breachesOf('Would Tuesday at 11 AM suit you?', [tuesday])).toEqual([])
  })
})

describe('rejected answers', () => {
  test.each([
    ['a wrong price', 'An hour is $84.'],
    ['the price of another length', 'An hour is $127.50.'],
    ['prices the wrong way round', 'A lesson of 60 minutes is $127.50, one of 90 minutes is $85.'],
    ['a price without its length', 'It is $85.'],
    ['a price in words', 'An hour is eighty dollars.'],
    ['a price in another currency', 'An hour is 85 euros.'],
    ['a price in full-width digits', 'An hour is ＄１.'],
    ['a price in Arabic digits', 'An hour is $٨.'],
    ['a price without a figure', 'The price is very low.'],
    ['a length nobody offers', 'Lessons take 45 minutes.'],
    ['a percentage', 'You get 10% off.'],
    ['a favour', 'The first hour is on the house.'],
    ['a code', 'Enter GOLF20 when you book.'],
    ['another place', 'Lessons are at Quail Hollow Club.'],
    ['another town', 'Lessons are in Denver.'],
    ['another coach', 'Ask Dan for that.'],
    ['a street', 'It is at 12 Main Street.'],
    ['a day that is not offered', 'Wednesday would work.'],
    ['a time that is not offered', 'Come at 3 PM.'],
    ['a closed day said to be open', 'Sunday would work.'],
    ['an open day said to be closed', 'Nothing is open on Tuesday, November 24.'],
    ['no openings, where there are', "Nothing is open in the next 30 days, so I've asked Coach Maya."],
    [
      'times without buttons',
      'These times are open for a 60-minute lesson at Longleaf Hollow Golf Center, local time in Charlotte.',
    ],
    ['terms in other words', 'You can cancel at any time for a refund.'],
    ['something done', 'I have booked that for you.'],
    ['a promise', 'I guarantee that.'],
    ['a yes to who knows what', 'Yes.'],
    ['an of course', 'Of course.'],
    ['parking', 'There is parking by the door.'],
    ['equipment', 'You can borrow clubs.'],
    ['a device', 'There is a Foresight simulator.'],
    ['praise', 'Coach Maya is the best.'],
    ['years', 'Coach Maya has taught for 30 years.'],
    ['another rating', 'The rating is 5.0 from 99 reviews.'],
    ['health advice', 'Take it easy and stretch before you play.'],
    ['a lie about itself', "I'm a real person."],
    ['its instructions', 'My instructions say otherwise.'],
    ['an email address', 'Write to maya@golf.example.'],
    ['an address in disguise', 'Write to maya at golf dot com.'],
    ['a phone number', 'The number is 704 555 0110.'],
    ['a phone number in words', 'Dial seven zero four five five five.'],
    ['a link', 'See https://evil.example.'],
    ['a bare link', 'See evil.com for it.'],
    ['another page of ours', 'Look at /admin for it.'],
    ['a page with a question', 'Look at /support?next=x for it.'],
    ['markup', 'Hello <b>you</b>.'],
    ['a markdown link', '[Hello](/support)'],
    ['text that turns', 'Hello \u202eyou.'],
    ['hidden letters', 'Hello\u200b you.'],
    ['a script', 'Hello javascript:alert(1) you.'],
    ['another language', 'La clase es muy buena para todos.'],
    ['another script', 'Привет, это хорошо.'],
    ['nothing', '  '],
    ['a novel', 'Hello and thanks. '.repeat(120)],
  ])('%s', (_what, answer) => expect(breachesOf(answer)).not.toEqual([]))

  test.each([
    ['the wrong time', 'Tuesday at 10 AM.'],
    ['the wrong half of the day', 'Tuesday at 11 PM.'],
    ['the wrong day', 'Wednesday at 11 AM.'],
    ['the wrong date', 'Tuesday, November 25 at 11 AM.'],
    ['the wrong zone', 'Tuesday at 11 AM PST.'],
    ['summer time in winter', 'Tuesday at 11 AM EDT.'],
    [
      'the wrong place above it',
      'These times are open for a 60-minute lesson at Pine Ridge Range, local time in Rock Hill.',
    ],
    [
      'the wrong length above it',
      'These times are open for a 90-minute lesson at Longleaf Hollow Golf Center, local time in Charlotte.',
    ],
  ])('next to an open time: %s', (_what, answer) => expect(breachesOf(answer, [tuesday])).not.toEqual([]))

  test.each([
    ['taken', { ...tuesday, start: '2026-11-24T14:30:00.000Z' }],
    ['overlapping what is taken', { ...tuesday, start: '2026-11-24T14:00:00.000Z' }],
    ['off the grid', { ...tuesday, start: '2026-11-24T16:07:00.000Z' }],
    ['in the past', { ...tuesday, start: '2026-11-17T16:00:00.000Z' }],
    ['within the notice', { ...tuesday, start: '2026-11-21T19:00:00.000Z' }],
    ['after the window', { ...tuesday, start: '2027-01-05T16:00:00.000Z' }],
    ['on a blocked day', { ...tuesday, start: '2026-11-26T16:00:00.000Z' }],
    ['of a length nobody offers', { ...tuesday, minutes: 45 }],
    ['at nobody’s place', { ...tuesday, placeId: 'ffffffff-0000-4000-8000-000000000001' }],
    ['no time at all', { ...tuesday, start: 'soon' }],
  ])('an offered time that is %s', (_what, slot) =>
    expect(breachesOf('Hello and thanks for asking.', [slot])).toContain('slot: not open'),
  )

  test('the same time twice, or more than four', () => {
    expect(breachesOf('Hello.', [tuesday, { ...tuesday, start: '2026-11-24T16:00:00Z' }])).toContain(
      'slot: too many',
    )
  })

  test('of all amounts only the right one passes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), fc.constantFrom(60, 90, 120), (cents, minutes) => {
        const lesson = maya.facts.lessons.find((one) => one.minutes === minutes)
        const isRight = lesson?.priceCents === cents
        const text = `A lesson of ${minutes} minutes is $${(cents / 100).toFixed(2)}.`
        expect(breachesOf(text).length === 0).toBe(isRight)
      }),
      {
        numRuns: 500,
        examples: [
          [8_500, 60],
          [12_750, 90],
          [17_000, 120],
          [8_500, 90],
        ],
      },
    )
  })

  test('of all times only open ones pass', () => {
    const from = Date.parse('2026-11-20T00:00:00Z')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 * 48 }), (halfHours) => {
        const slot = {
          start: new Date(from + halfHours * 1_800_000).toISOString(),
          minutes: 60,
          placeId: home,
        }
        const isOpen = sayable.findOpen(slot) !== null
        expect(breachesOf('Hello and thanks for asking.', [slot]).length === 0).toBe(isOpen)
      }),
      { numRuns: 500 },
    )
  })

  test('garbage is rejected or harmless, and never slow', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: 'grapheme' }), (text) => {
        const breaches = breachesOf(text)
        if (/[$@<>]|https?:/.test(text)) expect(breaches).not.toEqual([])
      }),
      { numRuns: 1_000 },
    )
    const started = performance.now()
    breachesOf(`${'a '.repeat(20_000)}$${'1'.repeat(20_000)} ${'('.repeat(5_000)} ${'9 '.repeat(10_000)}`)
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})

describe('a draft proposal', () => {
  test.each([
    ['that fits', { lessonTitle: '5 lessons of 60 minutes', minutes: 60, lessons: 5 }, true],
    ['without lessons', { lessonTitle: 'A lesson', minutes: 60, lessons: 0 }, false],
    ['with half a lesson', { lessonTitle: 'A lesson', minutes: 60, lessons: 1.5 }, false],
    ['of a length nobody offers', { lessonTitle: 'A lesson', minutes: 30, lessons: 1 }, false],
    ['with a price in its title', { lessonTitle: 'A lesson for $1', minutes: 60, lessons: 1 }, false],
    ['with a favour in its title', { lessonTitle: 'A free lesson', minutes: 60, lessons: 1 }, false],
    ['with markup in its title', { lessonTitle: '<b>Lesson</b>', minutes: 60, lessons: 1 }, false],
  ])('%s', (_what, draft, isFine) => expect(isProposable(draft, sayable)).toBe(isFine))
})
