import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as accessTokens from '#features/access-tokens/tables.ts'
import * as impersonation from '#features/accounts/impersonation/tables.ts'
import * as accountLinks from '#features/accounts/links/tables.ts'
import * as accounts from '#features/accounts/tables.ts'
import * as market from '#features/analytics/market/tables.ts'
import * as assistant from '#features/assistant/tables.ts'
import * as availability from '#features/availability/tables.ts'
import * as backOffice from '#features/back-office/tables.ts'
import * as bookings from '#features/bookings/tables.ts'
import * as cancellationList from '#features/cancellation-list/tables.ts'
import * as clinics from '#features/clinics/tables.ts'
import * as clips from '#features/clips/tables.ts'
import * as coaches from '#features/coaches/tables.ts'
import * as terms from '#features/content/terms/tables.ts'
import * as discounts from '#features/discounts/tables.ts'
import * as disputes from '#features/disputes/tables.ts'
import * as giftCards from '#features/gift-cards/tables.ts'
import * as golfers from '#features/golfers/tables.ts'
import * as ledger from '#features/ledger/tables.ts'
import * as lessons from '#features/lessons/tables.ts'
import * as marketing from '#features/marketing/tables.ts'
import * as matchQuiz from '#features/match-quiz/tables.ts'
import * as messages from '#features/messages/tables.ts'
import * as notifications from '#features/notifications/tables.ts'
import * as onboarding from '#features/onboarding/tables.ts'
import * as operations from '#features/operations/tables.ts'
import * as otherCalendars from '#features/other-calendars/tables.ts'
import * as ownProfile from '#features/own-profile/tables.ts'
import * as payments from '#features/payments/tables.ts'
import * as payouts from '#features/payouts/tables.ts'
import * as packages from '#features/proposals/packages/tables.ts'
import * as proposals from '#features/proposals/tables.ts'
import * as prospects from '#features/prospects/tables.ts'
import * as rainChecks from '#features/rain-checks/tables.ts'
import * as reviews from '#features/reviews/tables.ts'
import * as saves from '#features/saves/tables.ts'
import * as openTimes from '#features/search/open-times/tables.ts'
import * as students from '#features/students/tables.ts'
import * as support from '#features/support/tables.ts'
import * as tasks from '#features/tasks/tables.ts'
import * as templates from '#features/templates/tables.ts'
import * as tracking from '#features/tracking/tables.ts'
import * as videoReviews from '#features/video-reviews/tables.ts'
import * as waitlist from '#features/waitlist/tables.ts'
import * as webhooks from '#features/webhooks/tables.ts'
import * as workspaces from '#features/workspaces/tables.ts'
import * as platform from '#platform/tables.ts'
import { testDatabase } from '../support/database.ts'

const database = testDatabase()
const modules = {
  accessTokens,
  accountLinks,
  accounts,
  assistant,
  availability,
  backOffice,
  bookings,
  cancellationList,
  clinics,
  clips,
  discounts,
  impersonation,
  coaches,
  disputes,
  giftCards,
  golfers,
  ledger,
  lessons,
  market,
  marketing,
  matchQuiz,
  messages,
  notifications,
  onboarding,
  operations,
  otherCalendars,
  ownProfile,
  payments,
  packages,
  payouts,
  platform,
  proposals,
  prospects,
  rainChecks,
  reviews,
  saves,
  openTimes,
  students,
  support,
  tasks,
  terms,
  templates,
  tracking,
  webhooks,
  videoReviews,
  waitlist,
  workspaces,
}
/** Tables of libraries, which read and write them alone, and the ones of screens that are still to be built. */
const undeclared = ['announcements', 'rate_limits', 'schema_migrations']
/** Columns for processes of the previous version; triggers copy them from and to `orders` (decision 0124). */
const ofPreviousVersion = [
  'stripe_session_id',
  'stripe_payment_intent_id',
  'card_fingerprint',
  'checkout_url',
  'terms_version',
].map((column) => `payments.${column}`)
const tables = Object.values(modules).flatMap((module) =>
  Object.values(module).filter((value) => is(value, PgTable)),
)

test.each(tables.map((table) => [getTableName(table), table] as const))(
  '%s in code matches the table in the database',
  async (name, table) => {
    const found = await database.pool.query<{ column_name: string; nullable: boolean; type: string }>(
      `select a.attname as column_name, not a.attnotnull as nullable, format_type(a.atttypid, a.atttypmod) as type
     from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
      [name],
    )
    const real = new Map(found.rows.map((row) => [row.column_name, row]))
    for (const column of Object.values(getTableColumns(table))) {
      const there = real.get(column.name)
      expect(there, `${name}.${column.name}`).toBeDefined()
      expect(there?.nullable, `${name}.${column.name} may be null`).toBe(!column.notNull)
      const type = column.getSQLType()
      expect(there?.type.replace('character(', 'char('), `${name}.${column.name}`).toContain(
        type.replace(/\(.*$/, '').replace('[]', ''),
      )
    }
  },
)

test('every table and column in the database is declared in code', async () => {
  const declared = tables.flatMap((table) =>
    Object.values(getTableColumns(table)).map((column) => `${getTableName(table)}.${column.name}`),
  )
  const found = await database.pool.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all ($1)`,
    [undeclared],
  )
  expect(
    found.rows
      .map(({ name }) => name)
      .filter((name) => !declared.includes(name) && !ofPreviousVersion.includes(name)),
  ).toEqual([])
})
