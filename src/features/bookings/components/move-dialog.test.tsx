import { ORPCError } from '@orpc/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OwnTimeField } from '#features/availability/components/own-time-field.tsx'
import type { SlotPicker } from '#features/availability/components/slot-picker.tsx'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { sampleLesson } from '../sample-lesson.ts'
import type { ListedLesson } from '../schema.ts'
import { MoveDialog } from './move-dialog.tsx'

const ownTime = '2026-11-26T21:15:00.000Z'
const listed = ['2026-11-26T15:00:00.000Z', '2026-11-26T16:00:00.000Z']

/** The answers of the server to moves, in turn. */
const answers: (() => Promise<object>)[] = []
vi.mock('../client.ts', () => ({
  bookingsClient: {
    newTimes: { queryOptions: () => ({}) },
    reschedule: { call: async () => await answers.shift()?.() },
  },
}))

vi.mock('#features/availability/components/use-slot-list.ts', () => ({
  useSlotList: () => ({ data: slotList, isError: false }),
}))
vi.mock('#features/availability/components/slot-picker.tsx', () => ({
  SlotPicker: ({ notice, onChoose }: ComponentProps<typeof SlotPicker>) => (
    <>
      {notice}
      {slotList.days[0]?.slots.map((slot) => (
        <button key={slot.start} type="button" onClick={() => onChoose({ ...slot, date: '2026-11-26' })}>
          Listed {slot.startTime}
        </button>
      ))}
    </>
  ),
}))
vi.mock('#features/availability/components/own-time-field.tsx', () => ({
  OwnTimeField: ({ onChoose }: ComponentProps<typeof OwnTimeField>) => (
    <button type="button" onClick={() => onChoose(ownTime, [])}>
      Use it anyway
    </button>
  ),
}))
vi.mock('#ui/dialog.tsx', () => import('#tests/support/plain-dialog.tsx'))

const zone = 'America/New_York'
const slotList = {
  zone,
  durationMinutes: 60,
  refusal: null,
  soonUntil: null,
  otherPlaces: [],
  isPlaceGone: false,
  bookable: { first: '2026-11-25', last: '2026-12-25' },
  days: [
    {
      date: '2026-11-26',
      slots: listed.map((start, hour) => ({
        start,
        end: '',
        startTime: `${10 + hour}:00 AM`,
        endTime: '',
        zoneName: 'EST',
      })),
    },
  ],
}

let close = async () => {}
beforeEach(() => void answers.splice(0))
afterEach(() => close())

/** A coach who moves a lesson. */
async function movingCoach() {
  const lesson = { ...sampleLesson(Date.parse('2026-11-26T14:30:00Z')), zone, actions: [] }
  const { page, unmount } = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <MoveDialog
        lesson={lesson as unknown as ListedLesson}
        as="coach"
        onClose={() => undefined}
        onDo={() => undefined}
      />
    </QueryClientProvider>,
  )
  close = unmount
  return {
    page,
    press: async (label: string | RegExp) =>
      await eventually(() => {
        const button = [...page.querySelectorAll('button')].find(({ textContent }) =>
          textContent?.match(label),
        )
        if (!button) throw new Error(`no button ${label}`)
        button.click()
      }),
  }
}

const refuse = async () => {
  throw new ORPCError('slot_taken', { status: 409, message: 'This time is not free.' })
}

test('an own time that was taken meanwhile is refused with the reason, and another one has to be chosen', async () => {
  const { page, press } = await movingCoach()
  await press('Use it anyway')
  answers.push(refuse)
  await press(/^Move to .* 4:15/)
  await eventually(() => expect(page.textContent).toContain('This time is not free.'))
  expect(page.textContent).toContain('Choose a new time')
  await press('Listed 10:00 AM')
  await eventually(() => expect(page.textContent).toContain('Move to Thu, Nov 26, 10:00'))
  expect(page.textContent, 'the listed time is open').not.toContain('Someone just booked')
})

test('a listed time that was taken meanwhile offers the nearest ones, which are open', async () => {
  const { page, press } = await movingCoach()
  await press('Listed 10:00 AM')
  answers.push(refuse)
  await press(/^Move to .* 10:00/)
  await eventually(() => expect(page.textContent).toContain('Someone just booked 10:00 AM'))
  await press('Listed 11:00 AM')
  await eventually(() => expect(page.textContent).toContain('Move to Thu, Nov 26, 11:00'))
  expect(page.textContent).not.toContain('Someone just booked')
})
