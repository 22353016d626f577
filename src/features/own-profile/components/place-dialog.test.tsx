import { ORPCError } from '@orpc/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { OwnPlace } from '../schema.ts'
import { PlaceDialog } from './place-dialog.tsx'

const basedOn = vi.hoisted((): string[] => [])
vi.mock('../client.ts', () => ({
  ownProfileClient: {
    placeUse: { queryOptions: () => ({ queryKey: ['use'], queryFn: async () => ({ clinics: [] }) }) },
    changePlace: {
      call: async (sent: { basedOn: string }) => {
        basedOn.push(sent.basedOn)
        if (sent.basedOn !== 'second')
          throw new ORPCError('changed_elsewhere', { message: 'This was changed.' })
        return { ok: true, placeId: place.id }
      },
    },
  },
}))
vi.mock('#features/onboarding/components/place-fields.tsx', () => ({ PlaceFields: () => null }))
vi.mock('#ui/dialog.tsx', () => import('#tests/support/plain-dialog.tsx'))
vi.mock('#ui/toast.tsx', () => ({ toast: { success: () => undefined } }))

const place: OwnPlace = {
  id: '3f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b',
  name: 'Palm Range',
  address: '1 Palm Road',
  city: 'Yuma',
  state: 'AZ',
  zip: '85365',
  zone: 'America/Phoenix',
  zoneName: 'MST',
  isPrimary: true,
  isOutdoor: true,
  hasNoHours: false,
  tag: 'first',
}

let close = async () => {}
afterEach(() => close())

test('a place that another window changed is shown as it is now, and saving again replaces it', async () => {
  const queries = new QueryClient()
  let isClosed = false
  const dialog = (shown: OwnPlace) => (
    <QueryClientProvider client={queries}>
      <PlaceDialog
        place={shown}
        isFirst={false}
        onClose={() => {
          isClosed = true
        }}
        onSaved={async () => undefined}
      />
    </QueryClientProvider>
  )
  const { page, render, unmount } = await mount(dialog(place))
  close = unmount
  await eventually(() => expect(page.querySelector('form')).not.toBeNull())
  const save = () => page.querySelector('form')?.requestSubmit()

  // The list behind the dialog was read again, but the dialog does not show the other version yet.
  render(dialog({ ...place, address: '2 Palm Road', isOutdoor: false, tag: 'second' }))
  save()
  await eventually(() =>
    expect(page.textContent).toContain('It is now Palm Range, 2 Palm Road, Yuma, AZ 85365, not outdoors.'),
  )
  expect([basedOn, isClosed]).toEqual([['first'], false])
  save()
  await eventually(() => expect(isClosed).toBe(true))
  expect(basedOn).toEqual(['first', 'second'])
})
