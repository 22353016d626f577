import { useEffect, useRef } from 'react'

const CHANNEL = 'greenside-payments'

/** Says to this browser's other tabs that the state of a booking's payment is known now. */
export function notifyPaymentTabs(bookingId: string): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(bookingId)
  channel.close()
}

/** Calls back when another tab came back from the checkout of this booking. A hidden tab hears nothing from the server. */
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
