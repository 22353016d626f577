import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import { closeBookingDialog, useBookingDialog } from './booking-dialog-store.ts'

const BookingDialog = lazy(async () => ({
  default: (await import('./booking-dialog.tsx')).BookingDialog,
}))

/** Shows the booking dialog over whatever page it was opened from; its code comes the first time it is opened. */
export function BookingDialogHost({ me }: { me: Me | null }) {
  const open = useBookingDialog()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const openedOn = useRef(path)
  useEffect(() => {
    // Another page is another matter: the receipt, the coach's profile.
    if (openedOn.current !== path) closeBookingDialog()
    openedOn.current = path
  }, [path])
  if (!open) return null
  return (
    <Suspense fallback={null}>
      <BookingDialog key={open.instructorId} {...open} me={me} onClose={closeBookingDialog} />
    </Suspense>
  )
}
