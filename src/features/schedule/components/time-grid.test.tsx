import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { listDates } from '../schedule.ts'
import type { WeekSchedule } from '../schema.ts'
import { TimeGrid } from './time-grid.tsx'

const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ['/'] }),
})

const placeId = '91ace000-0000-4000-8000-000000000002'
const week: WeekSchedule = {
  zone: 'America/Phoenix',
  view: 'week',
  date: '2027-05-05',
  from: '2027-05-02',
  to: '2027-05-08',
  today: '2027-05-05',
  now: '2027-05-05T15:00:00.000Z',
  places: [],
  placeId,
  durations: [60],
  rateCents: 8_500,
  entries: [],
  hours: [],
}

const nothing = () => undefined

const gridOf = (schedule: WeekSchedule) =>
  renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <TimeGrid
        schedule={schedule}
        open={{ onLesson: nothing, onAct: nothing, onKept: nothing }}
        onMove={nothing}
        onPick={nothing}
      />
    </RouterContextProvider>,
  )

test('the days of a week, on a phone and on a wide screen, keep the chosen place', () => {
  const html = gridOf(week)
  const links = [...html.matchAll(/href="(\/schedule[^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
  const expected = listDates(week).flatMap((date) => [
    `/schedule?date=${date}&place=${placeId}`,
    `/schedule?view=day&date=${date}&place=${placeId}`,
  ])
  expect(links.toSorted()).toEqual(expected.toSorted())
})

test('a day is printed in the whole width, a week in seven columns', () => {
  expect(gridOf(week)).toContain('print:grid-cols')
  expect(gridOf({ ...week, view: 'day', from: week.date, to: week.date })).not.toContain('print:grid-cols')
})
