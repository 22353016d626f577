import { useCallback, useEffect, useState } from 'react'
import { systemClock } from '#platform/clock.ts'
import { discountsClient } from '../client.ts'
import type { ExitOffer } from '../schema.ts'
import { readOffer, rememberAsked, storeOffer, wasAsked } from './offer-store.ts'
import { useLeaving } from './use-leaving.ts'

export interface ExitOfferState {
  offer: ExitOffer | null
  /** The offer is new, and neither accepted nor dismissed. */
  isNew: boolean
  accept: () => void
  /** Removes the offer: when it is dismissed, or the server refuses a booking with it. A hold does not use it up. */
  forget: () => void
}

/**
 * Offers a discount to a visitor who is about to leave with a lesson chosen. The server makes the offer and
 * decides its value. It is shown once per session and stored in the tab.
 * @param mayAsk a lesson is chosen that an offer could apply to, and the coach makes offers
 */
export function useExitOffer(instructorId: string, mayAsk: boolean): ExitOfferState {
  const [offer, setOffer] = useState<ExitOffer | null>(null)
  const [isNew, setNew] = useState(false)
  const [isAsked, setAsked] = useState(true)

  useEffect(() => {
    setOffer(readOffer(instructorId, systemClock.now()))
    setAsked(wasAsked())
  }, [instructorId])

  const ask = useCallback(async () => {
    if (wasAsked()) return
    setAsked(true)
    const made = await discountsClient.exitOffer.call({ instructorId }).catch(() => null)
    if (!made) return
    // Without an offer, this session or browser has usually had its one. Asking again would block the back button again.
    rememberAsked()
    if (!made.offer) return
    storeOffer(made.offer)
    setOffer(made.offer)
    setNew(true)
  }, [instructorId])

  useLeaving(mayAsk && !isAsked && !offer, () => void ask())

  return {
    offer,
    isNew,
    accept: () => setNew(false),
    forget: () => {
      storeOffer(null)
      setOffer(null)
      setNew(false)
    },
  }
}
