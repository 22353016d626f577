import { type SQL, sql } from 'drizzle-orm'
import type { ListColumn } from '#platform/admin-list.ts'
import type { AdminList } from '#ports/services.ts'
import { days, openCoachesByName, searches, zipsInVain } from './statement.ts'

const nameOf = (id: SQL) => sql`(select p.full_name from profiles p where p.id = ${id})`

const area: ListColumn = { label: 'Area', kind: 'text', value: sql`m.area`, filter: true }
const at = (label: string): ListColumn => ({
  label,
  kind: 'instant',
  value: sql`m.at`,
  sort: true,
  filter: true,
})

/** The rows of the ledger that the sales, fees and refunds of the market are made of. */
const moneyList: AdminList = {
  name: 'market-money',
  noun: ['entry', 'entries'],
  from: sql`market_entries m`,
  id: sql`m.transaction_id`,
  idKind: 'uuid',
  columns: {
    at: at('When'),
    kind: { label: 'What', kind: 'text', value: sql`initcap(replace(m.kind, '_', ' '))` },
    coach: { label: 'Coach', kind: 'text', value: nameOf(sql`m.coach_id`) },
    area,
    gross: { label: 'Sales', kind: 'money', value: sql`m.gross`, filter: true },
    fee: { label: 'Fee', kind: 'money', value: sql`m.fee`, filter: true },
    refunds: { label: 'Refunds', kind: 'money', value: sql`m.refunds`, filter: true },
    bookingId: { label: 'Booking', kind: 'text', value: sql`m.booking_id`, hidden: true },
  },
  sortedBy: '-at',
}

/** The lessons that first lessons and returning students are counted from. */
const lessonList: AdminList = {
  name: 'market-lessons',
  noun: ['lesson', 'lessons'],
  from: sql`market_lessons m`,
  id: sql`m.booking_id`,
  idKind: 'uuid',
  columns: {
    at: at('Booked'),
    student: { label: 'Student', kind: 'text', value: nameOf(sql`m.student_id`) },
    coach: { label: 'Coach', kind: 'text', value: nameOf(sql`m.coach_id`) },
    area,
    isFirst: { label: 'First lesson', kind: 'yes-no', value: sql`m.is_first`, filter: true },
    days: { label: 'Days since joining', kind: 'number', value: sql`m.days`, filter: true },
    firstAt: { label: 'First lesson booked', kind: 'instant', value: sql`m.first_at`, filter: true },
    isReturn: { label: 'Returned', kind: 'yes-no', value: sql`m.is_return`, filter: true },
    isCounted: {
      label: 'First of the month',
      kind: 'yes-no',
      value: sql`m.is_counted`,
      filter: true,
      minor: true,
    },
  },
  sortedBy: '-at',
}

/** Searches without tests. */
const searchList: AdminList = {
  name: 'market-searches',
  noun: ['search', 'searches'],
  from: sql`${searches} m`,
  id: sql`m.id`,
  idKind: 'uuid',
  columns: {
    zip: { label: 'Search', kind: 'text', value: sql`m.zip` },
    at: at('When'),
    area,
    results: { label: 'Results', kind: 'number', value: sql`m.results`, filter: true },
  },
  sortedBy: '-at',
}

/** ZIP codes that were searched without a result, by month. */
const zipList: AdminList = {
  name: 'market-zips',
  noun: ['ZIP code', 'ZIP codes'],
  from: sql`${zipsInVain} m`,
  id: sql`m.id`,
  idKind: 'uuid',
  columns: {
    zip: { label: 'ZIP code', kind: 'text', value: sql`m.zip` },
    at: at('First searched'),
    area,
    searches: { label: 'Searches', kind: 'number', value: sql`m.searches`, sort: true, filter: true },
  },
  sortedBy: '-searches',
}

const hours = (label: string, minutes: SQL): ListColumn => ({
  label,
  kind: 'number',
  value: sql`round(${minutes} / 60.0, 2)::float8`,
  filter: true,
})

/** What coaches offered on each day. */
const dayList: AdminList = {
  name: 'market-days',
  noun: ['day of an area', 'days of areas'],
  from: sql`${days} m`,
  id: sql`m.id`,
  idKind: 'uuid',
  columns: {
    at: at('Day'),
    area,
    listed: { label: 'Listed coaches', kind: 'number', value: sql`m.listed`, filter: true },
    open: { label: 'Open within 72 hours', kind: 'number', value: sql`m.open`, filter: true },
    offered: hours('Hours offered', sql`m.offered`),
    booked: hours('Hours booked', sql`m.booked`),
  },
  sortedBy: '-at',
}

/** Listed coaches with their soonest opening. */
const coachList: AdminList = {
  name: 'market-coaches',
  noun: ['coach', 'coaches'],
  from: sql`${openCoachesByName} m`,
  id: sql`m.id`,
  idKind: 'uuid',
  columns: {
    name: { label: 'Coach', kind: 'text', value: sql`m.name`, sort: true },
    area,
    soonest: { label: 'Soonest opening', kind: 'instant', value: sql`m.soonest`, nullable: true },
    isOpen: { label: 'Open within 72 hours', kind: 'yes-no', value: sql`m.is_open`, filter: true },
  },
  sortedBy: 'name',
}

/** What the figures about the market open. */
export const marketLists: readonly AdminList[] = [
  moneyList,
  lessonList,
  searchList,
  zipList,
  dayList,
  coachList,
]
