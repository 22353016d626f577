import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback } from 'react'
import type { Me } from '#features/accounts/schema.ts'

// Drawn on arrival, too, where React's own way to wait is the one that comes to life without complaint.
const BookingFromListDialog = lazy(async () => ({
  default: (await import('./booking-from-list-dialog.tsx')).BookingFromListDialog,
}))

/**
 * Books with a coach straight from the list, as `?openBooking={instructor id}` in the address asks for (row 8). The dialog's
 * code comes with the first wish to see it.
 */
export function BookingFromList({ instructorId, me }: { instructorId: string | undefined; me: Me | null }) {
  const navigate = useNavigate()
  const close = useCallback(
    () =>
      void navigate({
        to: '/',
        search: (known) => ({ ...known, openBooking: undefined }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  if (!instructorId) return null
  return (
    <Suspense fallback={null}>
      <BookingFromListDialog key={instructorId} instructorId={instructorId} me={me} onClose={close} />
    </Suspense>
  )
}
