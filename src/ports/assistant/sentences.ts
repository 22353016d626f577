import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { formatDuration } from '#platform/time.ts'
import { countOf } from '#platform/words.ts'
import type { CoachFacts, FactPlace } from './assistant.ts'

/**
 * The approved sentences about money, terms, places and the assistant's limits, made from the coach's facts.
 * Every adapter must use them verbatim; the guard rejects other wordings of the same content.
 */
export function sentencesFor(facts: CoachFacts) {
  const coach = facts.label
  const specialties = quotable(facts.specialties)
  const [launchMonitor] = quotable(facts.launchMonitor === null ? [] : [facts.launchMonitor])
  return {
    identity: `I'm ${coach}'s AI Caddie, an automatic assistant.`,
    human: `${coach} can read all of this and step in at any time.`,
    welcome: `Ask me about prices, places, open times or how booking works with ${coach}.`,
    prices: priceSentence(facts),
    eachPrice: facts.lessons.map(
      ({ minutes, priceCents }) =>
        `A ${minutes}-minute lesson with ${coach} costs ${formatMoney(priceCents)}.`,
    ),
    durations: `${coach} offers lessons of ${list(facts.lessons.map(({ minutes }) => formatDuration(minutes)))}.`,
    fixedPrices: `I can't change a price or offer a discount, and only the price shown when you book counts.`,
    severalLessons: `I've noted that you'd like several lessons, so ${coach} can send you a proposal.`,
    payment: 'You pay by card when you book, and the lesson is yours once the payment went through.',
    cancellation: facts.cancellation,
    weather: `If ${coach} calls a lesson off because of the weather you get everything back, and if ${coach} moves it you may cancel for a full refund.`,
    cancelHow: 'To cancel or move a lesson, open My Lessons.',
    places: facts.places.map((place) => `${coach} teaches at ${placeText(place)}.`),
    directions: 'The way there is on the map of the profile.',
    homeVisits: `I only know the places on the profile, so I've asked ${coach} about any other.`,
    notice: noticeSentence(facts),
    howToBook: facts.instantBook
      ? 'Pick a time, pay, and the lesson is confirmed.'
      : `${coach} takes bookings on request, so I've passed your wish on.`,
    reviews:
      facts.reviewCount === 0
        ? `${coach} has no reviews on ${siteName} yet.`
        : `${coach} is rated ${facts.rating.toFixed(1)} from ${facts.reviewCount} ${facts.reviewCount === 1 ? 'review' : 'reviews'}, all on the profile.`,
    checkedCredentials: quotable(facts.checkedCredentials).map(
      (credential) => `${siteName} has checked this certificate: ${credential}.`,
    ),
    credentials: quotable(
      facts.credentials.filter((credential) => !facts.checkedCredentials.includes(credential)),
    ).map((credential) => `On the profile, not checked by ${siteName}: ${credential}.`),
    experience:
      facts.yearsCoaching === null
        ? null
        : `${coach} has been coaching for ${facts.yearsCoaching} ${facts.yearsCoaching === 1 ? 'year' : 'years'}.`,
    specialties: specialties.length === 0 ? null : `${coach}'s specialties: ${list(specialties)}.`,
    launchMonitor: launchMonitor === undefined ? null : `Launch monitor: ${launchMonitor}.`,
    noOpenings: `Nothing is open in the next ${facts.windowDays === 1 ? 'day' : `${facts.windowDays} days`}, so I've asked ${coach}.`,
    noSuchLength: `${coach} doesn't offer lessons of that length.`,
    timeGone: `That time isn't open.`,
    nothingThere: 'Nothing is open then.',
    openTimes: timesSentences(facts).map(({ sentence }) => sentence),
    bothHalves: `I wasn't sure whether you meant morning or afternoon.`,
    checkedWhenBooked: 'A time is yours only once it is booked.',
    contact: `I don't share phone numbers, emails or links; everything can be arranged right here.`,
    otherCoach: `I can only speak for ${coach}, and you can compare coaches near you on the home page.`,
    offTopic: `I can only help with lessons with ${coach}.`,
    notFollowed: `I can't do that: I only pass on what ${coach}'s profile and calendar say.`,
    noSwingAdvice: `Your swing is ${coach}'s department, so I've passed your question on.`,
    unknown: `I don't have that information, so I've asked ${coach} to answer you here.`,
    restUnknown: `I can't answer the rest of that, so I've asked ${coach} to answer you here.`,
    unsure: `I'm not sure about that, so I've asked ${coach} to answer you here.`,
    language: `I can only answer in English, so I've asked ${coach} to answer you here.`,
    pictures: `I can't look at pictures or videos, so I've asked ${coach} to.`,
    person: `Of course: I've asked ${coach} to answer you personally, and I'll leave it to you two from here.`,
    complaint: `I'm sorry about that: it needs ${coach}, not an assistant, so I've passed it on, and our support team is there for you at /support.`,
    refund: `I can't decide about refunds, so I've asked ${coach} to look at it, and our support team is there for you at /support.`,
    injury: `I'm sorry to hear that: I can't advise on health, so please ask a doctor first; I've told ${coach}, who will answer you here.`,
    abuse: `I'd like to keep this friendly, so I'll leave it to ${coach} from here.`,
    nicely: `You're welcome.`,
  }
}

export type Sentences = ReturnType<typeof sentencesFor>

/** Every sentence that may introduce offered times, with its lesson. */
export function timesSentences(facts: CoachFacts) {
  return facts.places.flatMap((place) =>
    facts.lessons.flatMap(({ minutes }) =>
      [openTimesSentence, closestTimesSentence].map((make) => ({
        sentence: make({ minutes, place }),
        minutes,
        placeId: place.id,
      })),
    ),
  )
}

/** The sentence above offered times; the buttons show the times themselves. */
export const openTimesSentence = (lesson: { minutes: number; place: FactPlace }) =>
  `These times are open for ${lessonText(lesson)}.`

export const closestTimesSentence = (lesson: { minutes: number; place: FactPlace }) =>
  `The closest open times for ${lessonText(lesson)} are these.`

const lessonText = ({ minutes, place }: { minutes: number; place: FactPlace }) =>
  `a ${minutes}-minute lesson at ${flat(place.name)}${place.city ? `, local time in ${flat(place.city)}` : ''}`

/** All approved sentences in one list. */
export function everySentence(facts: CoachFacts): string[] {
  return Object.values(sentencesFor(facts))
    .flat()
    .filter((sentence) => sentence !== null)
}

function priceSentence({ lessons, label }: CoachFacts): string {
  const parts = lessons.map(({ minutes, priceCents }) => `${minutes} minutes for ${formatMoney(priceCents)}`)
  return `Lessons with ${label}: ${list(parts)}.`
}

function noticeSentence({ noticeHours, windowDays }: CoachFacts): string {
  const notice =
    noticeHours === 0
      ? 'at any time'
      : `at least ${noticeHours === 1 ? 'an hour' : `${noticeHours} hours`} ahead`
  return `Lessons are booked ${notice}, up to ${countOf(windowDays, 'day')} out.`
}

function placeText({ name, address, city, state }: FactPlace): string {
  const town = city && state ? `${city}, ${state}` : (city ?? state)
  return [...new Set([name, address, town])]
    .filter((part) => part !== null)
    .map(flat)
    .filter(Boolean)
    .join(', ')
}

/** `a, b and c` */
export function list(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}

/** Profile texts can contain anything; this keeps them within one sentence. */
function flat(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/[<>{}[\]`|\\^~*_#@&$%]/g, '')
    .replace(/[.!?;]+(\s|$)/g, ' ')
    .trim()
    .slice(0, 160)
}

/** Profile text that could be read as a price, contact, link or instruction is not repeated. */
const notRepeated =
  /[$€£%@<>{}[\]!|\\^~*_#`]|\/\/|\b(javascript|data|mailto|tel|sms):|\d{3}[-. )]*\d{3}|https?:|www\.|\.(com|net|org|io)\b|\b(free|discount|refund|cancel|ignore|disregard|instruct|system|assistant|prompt|say|tell|text|whats?app|venmo|zelle|paypal|cash)/i

/** The short profile facts that may be repeated verbatim. */
function quotable(texts: readonly string[]): string[] {
  return texts
    .filter((text) => text.length <= 80 && !notRepeated.test(text))
    .map(flat)
    .filter(Boolean)
}
