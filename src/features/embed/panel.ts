import { html } from 'hono/html'
import { slotsOn } from '#features/availability/slot-choice.ts'
import { priceLesson } from '#features/bookings/booking.ts'
import { kindLabel, type LessonKind } from '#features/bookings/lesson-kinds.ts'
import type { OpenTimes } from '#features/checkout/schema.ts'
import { dateText, seatsLeftText } from '#features/clinics/clinic.ts'
import type { Clinic } from '#features/clinics/schema.ts'
import { ratingLabel } from '#features/coaches/coach.ts'
import type { CoachProfile } from '#features/coaches/schema.ts'
import { savingsOf } from '#features/proposals/packages/offers/offer.ts'
import type { PackageOffer } from '#features/proposals/packages/offers/schema.ts'
import { formatMoney } from '#platform/money.ts'
import { stringifySearchParams } from '#platform/search-params.ts'
import { siteName } from '#platform/site-name.ts'
import { formatDate, formatDay, formatDuration } from '#platform/time.ts'
import type { EmbedTheme } from './embed.ts'
import { type PanelDay, type PanelMonth, panelMonth } from './panel-month.ts'

/** The data of a panel: a coach, the open times, and the visitor's choices so far. */
export interface PanelView {
  coach: CoachProfile
  list: OpenTimes
  locationId: string | undefined
  durationMinutes: number
  /** The kinds of lessons that can be booked, and the chosen one unless it is a private lesson. */
  kinds: readonly LessonKind[]
  kind: LessonKind | undefined
  /** The packages that the coach sells, and the chosen one, whose lessons have this duration. */
  offers: readonly PackageOffer[]
  offer: PackageOffer | undefined
  /** The coach's clinics that are still to come. */
  clinics: readonly Clinic[]
  theme: EmbedTheme
  date?: string | undefined
  month?: string | undefined
}

/**
 * Renders the panel. Every choice is a link: day, duration and place stay in the frame; a time opens the
 * coach's page on our site in a new tab, with the whole choice in its URL. The panel itself submits and
 * reserves nothing.
 */
export function drawPanel(view: PanelView) {
  const { coach, list } = view
  const month = panelMonth(list, view)
  const profile = profileAddress(view, {})
  return html`<header>
    ${portrait(coach)}
    <div>
      <h1>Book a lesson with <a href="${profile}" target="_blank" rel="noopener">${coach.name}</a></h1>
      <p class="quiet">${rating(coach)}${coach.location}</p>
    </div>
  </header>
  <div class="kinds">${lengths(view)}${otherKinds(view)}${packages(view)}${places(view)}${onRequest(coach)}</div>
  ${
    list.firstBookableDate
      ? html`<div class="when">${calendar(view, month)}${times(view, month.chosen)}</div>`
      : html`<p class="none" role="status"><strong>No open times for ${formatDuration(view.durationMinutes)} right now.</strong>
        On <a href="${profile}" target="_blank" rel="noopener">${coach.label}’s page</a> you can write, or ask to hear when one opens.</p>`
  }
  ${clinicList(view, profile)}
  ${credit(profile)}`
}

/** Renders a message with a link to the search, for an unknown coach or an error. */
export const drawWords = (title: string, text: string) =>
  html`<div class="none"><h1>${title}</h1><p>${text} <a href="/" target="_blank" rel="noopener">Find a golf coach on ${siteName}</a></p></div>`

function portrait({ imageUrl, name }: CoachProfile) {
  const initials = name.split(/\s+/).map((part) => part.slice(0, 1))
  return imageUrl
    ? html`<img class="portrait" src="${imageUrl}" alt="" width="56" height="56">`
    : html`<span class="portrait" aria-hidden="true">${initials[0]}${initials.length > 1 ? initials.at(-1) : ''}</span>`
}

const rating = ({ rating, reviewCount }: CoachProfile) =>
  reviewCount === 0
    ? ''
    : html`<span class="star" aria-hidden="true">★</span><span class="sr">Rated </span>${ratingLabel(rating, reviewCount)}
      (${reviewCount} ${reviewCount === 1 ? 'review' : 'reviews'}) · `

function lengths(view: PanelView) {
  const { coach, durationMinutes, kind, offer } = view
  const isPrivate = !offer && !kind
  return html`<nav aria-labelledby="length-title">
    <h2 id="length-title">Private lesson</h2>
    <ul class="choices">${coach.durations.map(
      (
        minutes,
      ) => html`<li><a id="length-${minutes}" data-inside href="${inside(view, { duration: minutes, kind: undefined, package: undefined })}"${current(isPrivate && minutes === durationMinutes)}>
        ${formatDuration(minutes)} <b>${formatMoney(priceLesson(coach.hourlyRateCents, minutes))}</b></a></li>`,
    )}</ul></nav>`
}

/** Every length of a kind other than a private lesson. */
function otherKinds(view: PanelView) {
  const { durationMinutes, kinds, kind: chosen } = view
  const others = kinds.filter(({ type }) => type !== 'individual')
  if (others.length === 0) return ''
  const links = others.flatMap((kind) =>
    kind.durations.map((minutes) => ({
      kind,
      minutes,
      label: kind.type === 'group' ? `${kindLabel(kind)}, ${formatDuration(minutes)}` : kindLabel(kind),
    })),
  )
  return html`<nav aria-labelledby="kinds-title">
    <h2 id="kinds-title">Other lessons</h2>
    <ul class="choices packages">${links.map(
      ({
        kind,
        minutes,
        label,
      }) => html`<li><a id="${kind.type}-${minutes}" data-inside href="${inside(view, { kind: kind.type, duration: minutes, package: undefined })}"${current(kind === chosen && minutes === durationMinutes)}>
        ${label} <b>${formatMoney(priceLesson(kind.hourlyRateCents, minutes))}</b></a></li>`,
    )}</ul></nav>`
}

function packages(view: PanelView) {
  const { coach, offers, offer: chosen } = view
  if (offers.length === 0) return ''
  return html`<nav aria-labelledby="packages-title">
    <h2 id="packages-title">Packages</h2>
    <ul class="choices packages">${offers.map((offer) => {
      const saved = savingsOf(offer, coach)
      return html`<li><a id="package-${offer.id}" data-inside href="${inside(view, { package: offer.id, duration: undefined, kind: undefined })}"${current(offer === chosen)}>
        ${offer.title} <b>${formatMoney(offer.priceCents)}</b>
        <small>${offer.lessons} × ${formatDuration(offer.durationMinutes)}${saved > 0 ? `, save ${formatMoney(saved)}` : ''}</small></a></li>`
    })}</ul>
    ${chosen ? html`<p class="quiet">Choose the time of the first lesson. The others are booked later, within ${chosen.validDays} days. Or <a href="/instructor/${coach.id}?package=${chosen.id}#instant-book-section" target="_blank" rel="noopener">buy it now and choose all times later</a>.</p>` : ''}</nav>`
}

function places(view: PanelView) {
  const { coach, locationId } = view
  const [only] = coach.locations
  if (coach.locations.length < 2)
    return only ? html`<p class="quiet place">At ${only.name}, ${only.city}, ${only.state}</p>` : ''
  return html`<nav aria-labelledby="place-title">
    <h2 id="place-title">Place</h2>
    <ul class="choices places">${coach.locations.map(
      ({
        id,
        name,
        city,
        state,
      }) => html`<li><a id="place-${id}" data-inside href="${inside(view, { place: id })}"${current(id === locationId)}>
        ${name} <small>${city}, ${state}</small></a></li>`,
    )}</ul></nav>`
}

function onRequest({ groupLessons, playingRateCents, playingMinutes, label }: CoachProfile) {
  const kinds = [
    groupLessons &&
      !groupLessons.isBookable &&
      `group lessons for up to ${groupLessons.size} at ${formatMoney(groupLessons.hourlyRateCents)} an hour`,
    playingRateCents !== null &&
      playingMinutes === null &&
      `playing lessons on the course at ${formatMoney(playingRateCents)} an hour`,
  ].filter(Boolean)
  return kinds.length === 0
    ? ''
    : html`<p class="quiet">On request, ${label} gives ${kinds.join(' and ')}.</p>`
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

function calendar(view: PanelView, shown: PanelMonth) {
  const turn = (month: string | null, id: string, label: string, sign: string) =>
    month
      ? html`<a class="turn" id="${id}" data-inside href="${inside(view, { month, date: undefined })}" aria-label="${label}">${sign}</a>`
      : html`<span class="turn" aria-hidden="true"></span>`
  return html`<section aria-labelledby="month-title">
    <div class="month">
      ${turn(shown.before, 'before', 'Month before', '‹')}
      <h2 id="month-title" class="month-name">${monthName(shown.month)}</h2>
      ${turn(shown.after, 'after', 'Month after', '›')}
    </div>
    <table aria-labelledby="month-title"><thead><tr>${weekdays.map(
      (name) => html`<th scope="col"><abbr title="${name}">${name.slice(0, 2)}</abbr></th>`,
    )}</tr></thead>
    <tbody>${shown.weeks.map((week) => html`<tr>${week.map((day) => html`<td>${dayCell(view, day, shown.chosen)}</td>`)}</tr>`)}</tbody></table>
  </section>`
}

function dayCell(view: PanelView, day: PanelDay, chosen: string | null) {
  if (!day) return ''
  const isToday = day.date === view.list.bookable.today ? ' today' : ''
  if (day.openTimes === 0 && day.date !== chosen) return html`<span class="day${isToday}">${day.day}</span>`
  const label = `${longDay(day.date)}, ${openTimes(day.openTimes)}`
  return html`<a class="day${isToday}" id="day-${day.date}" data-inside href="${inside(view, { date: day.date, month: undefined })}"
    aria-label="${label}"${current(day.date === chosen)}>${day.day}</a>`
}

function times(view: PanelView, date: string | null) {
  const { list, coach } = view
  const slots = slotsOn(list, date)
  const [first] = slots
  if (!date || !first)
    return html`<section aria-label="Times"><p class="none" role="status">No open times ${date ? 'on this day' : 'in this month'}.
      Days with a dot have some.</p></section>`
  const title = longDay(date)
  return html`<section aria-labelledby="times-title" data-said="${title}: ${openTimes(slots.length)}">
    <h2 id="times-title">${title}</h2>
    <p class="quiet">Times in ${first.zoneName}. ${
      list.mayBook
        ? `Choose one to book it on ${siteName}, in a new tab: you sign in and pay there.`
        : `Choose one to ask ${coach.label} for it on ${siteName}, in a new tab.`
    }</p>
    <ul class="times">${slots.map(
      ({
        start,
        startTime,
        endTime,
      }) => html`<li><a href="${profileAddress(view, { date, time: start })}" target="_blank" rel="noopener" data-start="${start}" data-date="${date}">
        <b>${startTime}</b> <small>to ${endTime}</small></a></li>`,
    )}</ul></section>`
}

/** How many clinics the panel lists; the profile has all of them. */
const MOST_CLINICS = 4

/** Clinics with links to their pages on our site, where seats are booked. */
function clinicList({ clinics }: PanelView, profile: string) {
  if (clinics.length === 0) return ''
  return html`<section class="clinics" aria-labelledby="clinics-title">
    <h2 id="clinics-title">Clinics and camps</h2>
    <ul class="choices packages">${clinics
      .slice(0, MOST_CLINICS)
      .map(({ id, title, dates, zone, priceCents, seatsLeft }) => {
        const [first] = dates
        return html`<li><a href="/clinics/${id}" target="_blank" rel="noopener">
        <span dir="auto">${title}</span> <b>${formatMoney(priceCents)} a seat</b>
        <small>${first ? dateText(first, zone) : ''}${dates.length > 1 ? `, and ${dates.length - 1} more` : ''}</small>
        <small>${seatsLeftText(seatsLeft)}</small></a></li>`
      })}</ul>
    ${clinics.length > MOST_CLINICS ? html`<p class="quiet"><a href="${profile}" target="_blank" rel="noopener">See all ${clinics.length} clinics</a></p>` : ''}</section>`
}

const credit = (profile: string) => html`<footer>
    <a href="${profile}" target="_blank" rel="noopener">Full profile and reviews</a>
    <a class="credit" href="/" target="_blank" rel="noopener"><img src="/favicon.svg" alt="" width="20" height="20"> Booked by ${siteName}</a>
  </footer>`

/** A link within the frame: the current choices with some of them changed. */
function inside(view: PanelView, change: Record<string, string | number | undefined>): string {
  const { locationId, durationMinutes, kind, offer, theme, date, month } = view
  const choice = {
    place: locationId,
    duration: offer ? undefined : durationMinutes,
    kind: kind && kind.type !== 'individual' ? kind.type : undefined,
    package: offer?.id,
    date,
    month,
    theme,
    ...change,
  }
  return stringifySearchParams(theme === 'auto' ? { ...choice, theme: undefined } : choice)
}

/** A link out of the frame to the coach's page, with the choices in its URL. */
function profileAddress(view: PanelView, chosen: { date?: string; time?: string }): string {
  const { coach, locationId, durationMinutes, kind, offer } = view
  const choice = { place: locationId, kind: kind?.type, duration: durationMinutes, package: offer?.id }
  const search = stringifySearchParams({ ...choice, ...chosen })
  return chosen.time ? `/instructor/${coach.id}${search}#instant-book-section` : `/instructor/${coach.id}`
}

const current = (isCurrent: boolean) => (isCurrent ? html` aria-current="true"` : '')
const openTimes = (count: number) => (count === 1 ? '1 open time' : `${count || 'no'} open times`)
const longDay = (date: string) => formatDay(`${date}T12:00:00Z`, 'UTC', { long: true })
const monthName = (month: string) => formatDate(`${month}-01`).replace(' 1,', '')
