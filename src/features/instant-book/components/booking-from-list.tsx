import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { closeBookingDialog, openBookingDialog, useBookingDialog } from './booking-dialog-store.ts'

/** Opens the booking dialog as `?openBooking={instructor id}` in the address asks for, and takes that out when it is closed. */
export function BookingFromList({ instructorId }: { instructorId: string | undefined }) {
  const navigate = useNavigate()
  const open = useBookingDialog()
  const wasOpen = useRef(false)
  useEffect(() => {
    wasOpen.current = false
    if (instructorId) openBookingDialog(instructorId)
  }, [instructorId])
  useEffect(() => {
    if (!instructorId) return
    if (open?.instructorId === instructorId) {
      wasOpen.current = true
      return
    }
    if (!wasOpen.current) return
    void navigate({
      to: '/',
      search: (known) => ({ ...known, openBooking: undefined }),
      replace: true,
      resetScroll: false,
    })
  }, [open, instructorId, navigate])
  // Gone back to before it was asked for.
  const asked = useRef(instructorId)
  useEffect(() => {
    if (asked.current && !instructorId) closeBookingDialog()
    asked.current = instructorId
  }, [instructorId])
  return null
}
