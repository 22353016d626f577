import { useHydrated, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import { textParam } from '#platform/search-params.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

const BookingDialog = lazyPart(() => import('./booking-dialog.tsx'), 'BookingDialog')

/** Shows the booking dialog that the address opens over any page; its code is fetched when it is first opened. */
export function BookingDialogHost({ me }: { me: Me | null }) {
  const instructorId = useSearch({
    strict: false,
    select: (search) => textParam(Reflect.get(search, 'openBooking')),
  })
  const isHydrated = useHydrated()
  if (!instructorId || !isHydrated) return null
  return (
    <Suspense fallback={null}>
      <BookingDialog key={instructorId} instructorId={instructorId} me={me} />
    </Suspense>
  )
}
