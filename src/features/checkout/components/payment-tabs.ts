import { useEffect, useRef } from 'react'

const CHANNEL = 'greenside-payments'

/** Notifies this browser's other tabs that the payment state of a booking has changed. */
export function notifyPaymentTabs(bookingId: string): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(bookingId)
  channel.close()
}

/**
 * Calls back when another tab returned from the checkout of this booking. Hidden tabs receive no live
 * updates.
 */
export function usePaymentTabs(bookingId: string, onChange: () => void): void {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data }) => {
      if (data === bookingId) latest.current()
    }
    return () => channel.close()
  }, [bookingId])
}
