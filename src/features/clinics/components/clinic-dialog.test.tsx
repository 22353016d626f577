import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mount, typeInto } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { OwnClinic, SaveClinicInput } from '../schema.ts'
import { ClinicDialog } from './clinic-dialog.tsx'

const saved: SaveClinicInput[] = []
/** The answers to the next saves that are lost. */
let lost = 0
vi.mock('../client.ts', () => ({
  clinicsClient: {
    save: {
      async call(input: SaveClinicInput) {
        saved.push(input)
        if (lost-- > 0) throw new TypeError('Failed to fetch')
      },
    },
  },
}))
vi.mock('#ui/dialog.tsx', () => import('#tests/support/plain-dialog.tsx'))

const palm = { id: '3f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b', name: 'Palm Range' }
const oak = { id: '7a8b9c0d-1e2f-4a3b-8c4d-5e6f7a8b9c0d', name: 'Oak Club' }
const dialog = ({ clinic = null, place = palm }: { clinic?: OwnClinic | null; place?: typeof palm }) => (
  <ClinicDialog clinic={clinic} places={[place]} onClose={() => undefined} onSaved={async () => undefined} />
)

let close = async () => {}
beforeEach(() => {
  saved.splice(0)
  lost = 0
})
afterEach(() => close())

/** Opens a dialog. `reopen` closes it and opens one again. */
async function open(content: ReactNode) {
  const { window, page, render, unmount } = await mount(content)
  close = unmount
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name="${name}"]`)
  const isOpen = async (is: boolean) => eventually(() => expect(field('title') !== null).toBe(is))
  await isOpen(true)
  return {
    field,
    press: (label: string) =>
      [...page.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click(),
    submit: () =>
      page
        .querySelector('form')
        ?.dispatchEvent(new window.Event('submit', { bubbles: true, cancelable: true }) as unknown as Event),
    async reopen(next: ReactNode) {
      render(null)
      await isOpen(false)
      render(next)
      await isOpen(true)
    },
  }
}

test('a new clinic is still there after its dialog was closed, until it is cancelled', async () => {
  const { field, press, reopen } = await open(dialog({}))
  typeInto(field('title'), 'Short game camp')
  typeInto(field('dates.0.date'), '2030-05-02')
  await reopen(dialog({}))
  expect(field('title')?.value).toBe('Short game camp')
  expect(field('dates.0.date')?.value).toBe('2030-05-02')
  expect(field('seats')?.value).toBe('8')
  press('Cancel')
  await reopen(dialog({}))
  expect(field('title')?.value).toBe('')
})

test('a new clinic that was kept for a place that is gone is saved for the place shown', async () => {
  const { field, submit, reopen } = await open(dialog({ place: palm }))
  typeInto(field('title'), 'Short game camp')
  typeInto(field('dates.0.date'), '2030-05-02')
  typeInto(field('price'), '60')
  await reopen(dialog({ place: oak }))
  submit()
  await eventually(() => expect(saved).toMatchObject([{ title: 'Short game camp', placeId: oak.id }]))
})

test('a new clinic whose answer was lost is saved again under its id, also by a dialog that was opened again', async () => {
  const { field, submit, reopen } = await open(dialog({}))
  typeInto(field('title'), 'Short game camp')
  typeInto(field('dates.0.date'), '2030-05-02')
  typeInto(field('price'), '60')
  lost = 2
  submit()
  await eventually(() => expect(saved).toHaveLength(2))
  await reopen(dialog({}))
  typeInto(field('price'), '70')
  submit()
  await eventually(() => expect(saved).toHaveLength(3))
  const [first, again, second] = saved
  expect(first?.newClinicId).toBeTruthy()
  expect(again).toEqual(first)
  expect(second).toMatchObject({ newClinicId: first?.newClinicId, priceCents: 7_000 })
  await reopen(dialog({}))
  typeInto(field('title'), 'Another camp')
  typeInto(field('dates.0.date'), '2030-05-09')
  typeInto(field('price'), '60')
  submit()
  await eventually(() => expect(saved).toHaveLength(4))
  expect(saved[3]?.newClinicId).not.toBe(first?.newClinicId)
})

test('an existing clinic is opened as it was saved last, and leaves what is kept of a new one', async () => {
  const clinic = {
    id: 'e1d2c3b4-a5f6-4789-8abc-def012345678',
    title: 'Spring camp',
    priceCents: 6_000,
    placeId: palm.id,
    status: 'draft',
    form: { dates: [{ date: '2030-05-02', time: '10:00', durationMinutes: 90 }], decideOn: null },
  } as OwnClinic
  const { field, press, reopen } = await open(dialog({}))
  typeInto(field('title'), 'Short game camp')
  await reopen(dialog({ clinic }))
  typeInto(field('title'), 'Summer camp')
  await eventually(() => expect(field('title')?.value).toBe('Summer camp'))
  await reopen(dialog({ clinic: { ...clinic, priceCents: 8_000 } }))
  expect([field('title')?.value, field('price')?.value]).toEqual(['Spring camp', '80'])
  press('Cancel')
  await reopen(dialog({}))
  expect(field('title')?.value).toBe('Short game camp')
})
