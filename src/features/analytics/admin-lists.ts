import { type SQL, sql } from 'drizzle-orm'
import { bookings } from '#features/bookings/tables.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { pageViews, searchHistory, userSessions } from '#features/tracking/tables.ts'
import { markSearches } from '#features/tracking/test-searches.ts'
import { literally } from '#platform/like-pattern.ts'
import { contains } from '#platform/list-page.ts'
import { OFFICE_ZONE } from '#platform/time.ts'
import { isUuid } from '#platform/uuid.ts'
import type { AdminList } from '#ports/services.ts'
import { marketLists } from './market/admin-lists.ts'
import { type Period, periods } from './period.ts'
import { AFTERWARDS } from './queries.ts'

const nameOf = (id: SQL) => sql`(select p.full_name from profiles p where p.id = ${id})`

/** When a period begins: midnight in New York, today included. */
const since = (days: Period): SQL =>
  sql`((current_instant() at time zone ${sql.raw(`'${OFFICE_ZONE}'`)})::date - ${sql.raw(String(days - 1))})::timestamp
    at time zone ${sql.raw(`'${OFFICE_ZONE}'`)}`

/** The date of an instant in New York. */
const dayOf = (instant: SQL): SQL => sql`(${instant} at time zone ${sql.raw(`'${OFFICE_ZONE}'`)})::date`

/** How many coaches of the lists of a visit were marked with something. */
const shownWith = (condition: SQL): SQL =>
  sql`(select count(*) from instructor_impressions i where i.session_id = ${searchHistory.sessionId} and ${condition})`

/** Searches for a ZIP code, with what became of the coaches who were shown in that visit. */
const searchList: AdminList = {
  name: 'search-history',
  noun: ['search', 'searches'],
  from: sql`${searchHistory}`,
  id: sql`${searchHistory.id}`,
  idKind: 'uuid',
  columns: {
    query: { label: 'Search', kind: 'text', value: sql`${searchHistory.searchQuery}` },
    createdAt: {
      label: 'When',
      kind: 'instant',
      value: sql`${searchHistory.createdAt}`,
      sort: true,
      filter: true,
    },
    results: { label: 'Results', kind: 'number', value: sql`${searchHistory.resultsCount}`, filter: true },
    person: { label: 'Who', kind: 'text', value: nameOf(sql`${searchHistory.userId}`) },
    shown: { label: 'Coaches shown', kind: 'number', value: shownWith(sql`true`), minor: true },
    opened: { label: 'Opened', kind: 'number', value: shownWith(sql`i.clicked`) },
    messaged: { label: 'Messaged', kind: 'number', value: shownWith(sql`i.message_clicked`), minor: true },
    booked: { label: 'Book clicked', kind: 'number', value: shownWith(sql`i.book_clicked`) },
    type: { label: 'Type', kind: 'text', value: sql`${searchHistory.searchType}`, minor: true },
    isTest: { label: 'Test', kind: 'yes-no', value: sql`${searchHistory.isTest}`, filter: true },
    userId: { label: 'Person', kind: 'text', value: sql`${searchHistory.userId}`, hidden: true },
  },
  sortedBy: '-createdAt',
  search: {
    label: 'ZIP code, or the id of a visit or person',
    matches: (words) =>
      isUuid(words)
        ? sql`${searchHistory.sessionId} = ${words} or ${searchHistory.userId} = ${words}`
        : sql`${searchHistory.searchQuery} like ${`${literally(words)}%`}`,
  },
  acts: {
    markTest: {
      label: 'Mark as tests',
      done: 'Marked as tests',
      undo: 'markReal',
      run: (_services, tx, ids) => markSearches(tx, ids, true),
    },
    markReal: {
      label: 'Mark as real',
      done: 'Marked as real',
      undo: 'markTest',
      run: (_services, tx, ids) => markSearches(tx, ids, false),
    },
  },
}

/** Whether a search or a quiz of a visit was marked as a test. */
const isTestVisit = (sessionId: SQL): SQL =>
  sql`${sessionId} in (select t.session_id from search_history t where t.is_test
    union all select q.visit_id from quiz_responses q where q.is_test and q.visit_id is not null)`

/** Visits: what one browser did until it stayed away. */
const visitList: AdminList = {
  name: 'visits',
  noun: ['visit', 'visits'],
  from: sql`${userSessions}`,
  id: sql`${userSessions.sessionId}`,
  idKind: 'uuid',
  columns: {
    createdAt: {
      label: 'Began',
      kind: 'instant',
      value: sql`${userSessions.createdAt}`,
      sort: true,
      filter: true,
    },
    person: { label: 'Who', kind: 'text', value: nameOf(sql`${userSessions.userId}`) },
    signedIn: {
      label: 'Signed in',
      kind: 'yes-no',
      value: sql`${userSessions.isAuthenticated}`,
      filter: true,
    },
    pages: { label: 'Pages', kind: 'number', value: sql`${userSessions.pagesVisited}`, filter: true },
    entryPage: { label: 'First page', kind: 'text', value: sql`${userSessions.entryPage}` },
    exitPage: { label: 'Last page', kind: 'text', value: sql`${userSessions.exitPage}`, minor: true },
    endedAt: { label: 'Ended', kind: 'instant', value: sql`${userSessions.endedAt}`, minor: true },
    isTest: {
      label: 'Test',
      kind: 'yes-no',
      value: isTestVisit(sql`${userSessions.sessionId}`),
      filter: true,
      minor: true,
    },
    userId: { label: 'Person', kind: 'text', value: sql`${userSessions.userId}`, hidden: true },
  },
  sortedBy: '-createdAt',
  search: {
    label: 'First page, or the id of a visit or person',
    matches: (words) =>
      isUuid(words)
        ? sql`${userSessions.sessionId} = ${words} or ${userSessions.userId} = ${words}`
        : sql`${userSessions.entryPage} = ${words}`,
  },
}

/** Every page that was looked at. */
const pageViewList: AdminList = {
  name: 'page-views',
  noun: ['page view', 'page views'],
  from: sql`${pageViews}`,
  id: sql`${pageViews.id}`,
  idKind: 'uuid',
  columns: {
    path: { label: 'Page', kind: 'text', value: sql`${pageViews.pagePath}` },
    createdAt: {
      label: 'When',
      kind: 'instant',
      value: sql`${pageViews.createdAt}`,
      sort: true,
      filter: true,
    },
    seconds: {
      label: 'Seconds visible',
      kind: 'number',
      value: sql`${pageViews.durationSeconds}`,
      filter: true,
    },
    person: { label: 'Who', kind: 'text', value: nameOf(sql`${pageViews.userId}`) },
    referrer: { label: 'Came from', kind: 'text', value: sql`${pageViews.referrer}`, minor: true },
    exitPath: { label: 'Next page', kind: 'text', value: sql`${pageViews.exitPath}`, minor: true },
    isTest: {
      label: 'Test',
      kind: 'yes-no',
      value: isTestVisit(sql`${pageViews.sessionId}`),
      filter: true,
      minor: true,
    },
    sessionId: { label: 'Visit', kind: 'text', value: sql`${pageViews.sessionId}`, hidden: true },
    userId: { label: 'Person', kind: 'text', value: sql`${pageViews.userId}`, hidden: true },
  },
  sortedBy: '-createdAt',
  search: {
    label: 'Page, or the id of a visit or person',
    matches: (words) =>
      isUuid(words)
        ? sql`${pageViews.sessionId} = ${words} or ${pageViews.userId} = ${words}`
        : sql`${pageViews.pagePath} like ${`${literally(words)}%`}`,
  },
}

/**
 * Every coach with the figures of a period: shown in a search, opened from it, messaged, booked. What is not counted from impressions
 * alone is counted for the coaches of the page only, unless the list is sorted by it.
 */
const coachList = (days: Period): AdminList => {
  const shown = sql`coalesce(i.shown, 0)`
  const opened = sql`coalesce(i.opened, 0)`
  const booked = sql`from ${bookings} b where b.instructor_id = c.user_id and b.created_at >= ${since(days)}
    and b.status in ('confirmed', 'completed') and not b.is_demonstration and not b.entered_by_coach`
  const lessons = sql`(select count(*) ${booked})`
  const ofCoach = (value: SQL) =>
    sql`(select ${value} from ${instructorProfiles} p where p.user_id = c.user_id)`
  const openedAndBooked = sql`(
    select count(*) from instructor_impressions e
    where e.instructor_id = c.user_id and e.created_at >= ${since(days)} and e.clicked and exists (
      select from user_sessions v join ${bookings} b on b.student_id = v.user_id
      where v.session_id = e.session_id and b.instructor_id = e.instructor_id and not b.is_demonstration
        and not b.entered_by_coach and b.status in ('confirmed', 'completed')
        and b.created_at between v.created_at and v.ended_at + ${AFTERWARDS}))`
  return {
    name: `coaches-${days}-days`,
    noun: ['coach', 'coaches'],
    from: sql`(select user_id from ${instructorProfiles}) c
      left join (
        select instructor_id, count(*) as shown, count(*) filter (where clicked) as opened,
          count(*) filter (where message_clicked) as messaged, count(*) filter (where book_clicked) as book_clicked,
          avg(position_in_results) as place
        from instructor_impressions where created_at >= ${since(days)} group by 1
      ) i on i.instructor_id = c.user_id`,
    id: sql`c.user_id`,
    idKind: 'uuid',
    columns: {
      name: {
        label: 'Coach',
        kind: 'text',
        value: ofCoach(sql`coalesce(p.display_name, 'Golf Instructor')`),
        sort: true,
      },
      location: { label: 'Where', kind: 'text', value: ofCoach(sql`p.location`), minor: true },
      shown: { label: 'Shown', kind: 'number', value: shown, sort: true, filter: true },
      place: {
        label: 'Average place',
        kind: 'number',
        value: sql`round(i.place, 1)`,
        sort: true,
        nullable: true,
        minor: true,
      },
      opened: { label: 'Opened', kind: 'number', value: opened, sort: true },
      openRate: {
        label: 'Opened of 100',
        kind: 'number',
        value: sql`round(100.0 * ${opened} / nullif(${shown}, 0), 1)`,
        sort: true,
        nullable: true,
      },
      messaged: { label: 'Messaged', kind: 'number', value: sql`coalesce(i.messaged, 0)`, sort: true },
      bookClicked: {
        minor: true,
        label: 'Book clicked',
        kind: 'number',
        value: sql`coalesce(i.book_clicked, 0)`,
        sort: true,
      },
      lessons: { label: 'Lessons booked', kind: 'number', value: lessons, sort: true, filter: true },
      lessonRate: {
        label: 'Booked of 100 opened',
        kind: 'number',
        // Visits that opened the coach from a search and booked: lessons from elsewhere are not among them.
        value: sql`round(100.0 * ${openedAndBooked} / nullif(${opened}, 0), 1)`,
        sort: true,
        nullable: true,
      },
      earned: {
        label: 'Price of lessons booked',
        kind: 'money',
        value: sql`(select (coalesce(sum(b.price_amount), 0) * 100)::bigint ${booked})`,
        sort: true,
      },
      visible: {
        label: 'Visible',
        kind: 'yes-no',
        value: ofCoach(sql`p.is_listed`),
        filter: true,
        minor: true,
      },
    },
    sortedBy: '-shown',
    search: {
      label: 'Name or place',
      matches: (words) => sql`c.user_id in (select p.user_id from ${instructorProfiles} p
        where ${contains(sql`p.display_name`, words)} or ${contains(sql`p.location`, words)})`,
    },
  }
}

const ofVisitor = (value: SQL) => sql`(select ${value} from profiles p where p.id = v.user_id)`

/**
 * People with an account who came in a period: how often, what for, and whether they came back. Days, lessons and what the account
 * says are read for the people of the page only, unless the list is sorted by them.
 */
const visitorList = (days: Period): AdminList => ({
  name: `visitors-${days}-days`,
  noun: ['person', 'people'],
  from: sql`(
      select user_id, count(*) as visits, sum(pages_visited) as pages, max(ended_at) as last_seen, min(created_at) as first_visit,
        max(created_at) as last_visit
      from user_sessions where user_id is not null and created_at >= ${since(days)} group by 1
    ) v
    left join (
      select user_id, count(*) as searches from search_history
      where user_id is not null and created_at >= ${since(days)} group by 1
    ) s on s.user_id = v.user_id`,
  id: sql`v.user_id`,
  idKind: 'uuid',
  columns: {
    name: { label: 'Who', kind: 'text', value: ofVisitor(sql`p.full_name`), sort: true },
    email: { label: 'Email', kind: 'text', value: ofVisitor(sql`p.email`), minor: true },
    type: {
      label: 'Signed up as',
      kind: 'choice',
      value: ofVisitor(sql`p.user_type`),
      options: [
        { value: 'student', label: 'Student' },
        { value: 'instructor', label: 'Coach' },
      ],
      filter: true,
    },
    lastSeen: { label: 'Last seen', kind: 'instant', value: sql`v.last_seen`, sort: true, filter: true },
    visits: { label: 'Visits', kind: 'number', value: sql`v.visits`, sort: true },
    days: {
      label: 'Days',
      kind: 'number',
      value: sql`(select count(distinct ${dayOf(sql`u.created_at`)}) from user_sessions u
        where u.user_id = v.user_id and u.created_at >= ${since(days)})`,
      sort: true,
    },
    pages: { label: 'Pages', kind: 'number', value: sql`v.pages`, sort: true },
    searches: { label: 'Searches', kind: 'number', value: sql`coalesce(s.searches, 0)`, sort: true },
    lessons: {
      label: 'Lessons booked',
      kind: 'number',
      value: sql`(select count(*) from ${bookings} b where b.student_id = v.user_id and b.created_at >= ${since(days)}
        and b.status in ('confirmed', 'completed') and not b.is_demonstration and not b.entered_by_coach)`,
      sort: true,
    },
    cameBack: {
      label: 'Returned',
      kind: 'yes-no',
      value: sql`${dayOf(sql`v.first_visit`)} <> ${dayOf(sql`v.last_visit`)}`,
      filter: true,
    },
    joinedAt: {
      label: 'Joined',
      kind: 'instant',
      value: ofVisitor(sql`p.created_at`),
      sort: true,
      minor: true,
    },
  },
  sortedBy: '-lastSeen',
  search: {
    label: 'Name or email',
    // The first condition has an index.
    matches: (words) => sql`v.user_id in (select p.id from profiles p
      where ${contains(sql`(p.full_name || ' ' || p.email || ' ' || coalesce(p.phone, ''))`, words)}
        and (${contains(sql`p.full_name`, words)} or ${contains(sql`p.email`, words)}))`,
  },
})

/** What was counted, as lists of the back office. */
export const analyticsLists: readonly AdminList[] = [
  searchList,
  visitList,
  pageViewList,
  ...periods.flatMap((days) => [coachList(days), visitorList(days)]),
  ...marketLists,
]
