import { useHydrated } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import { NoHistoryStep } from '#ui/history-steps.ts'
import { useBookingDialog, useOpenBooking } from './use-booking-dialog.ts'

const BookingDialog = lazy(async () => ({
  default: (await import('./booking-dialog.tsx')).BookingDialog,
}))

/** Shows the booking dialog that the address opens over any page; its code is fetched when it is first opened. */
export function BookingDialogHost({ me }: { me: Me | null }) {
  const open = useOpenBooking()
  const { choose, close } = useBookingDialog()
  const isHydrated = useHydrated()
  if (!open || !isHydrated) return null
  return (
    <Suspense fallback={null}>
      <NoHistoryStep value={true}>
        <BookingDialog key={open.instructorId} {...open} me={me} onChoice={choose} onClose={close} />
      </NoHistoryStep>
    </Suspense>
  )
}
