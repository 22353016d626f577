import { useCallback, useEffect, useState } from 'react'
import { systemClock } from '#platform/clock.ts'
import { discountsClient } from '../client.ts'
import type { ExitOffer } from '../schema.ts'
import { keepOffer, readOffer, rememberAsked, wasAsked } from './offer-store.ts'
import { useLeaving } from './use-leaving.ts'

export interface ExitOfferState {
  offer: ExitOffer | null
  /** It was just made, and is neither taken nor dismissed. */
  isNew: boolean
  accept: () => void
  /** No, thanks; also after its use and when the server no longer knows it. */
  forget: () => void
}

/**
 * The offer for somebody about to leave with a lesson half booked: asked for once a session, kept for the tab, made by the
 * server, and worth what the server says.
 * @param mayAsk a lesson is chosen that a discount could go on
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
    rememberAsked()
    setAsked(true)
    const made = await discountsClient.exitOffer.call({ instructorId }).catch(() => null)
    if (!made?.offer) return
    keepOffer(made.offer)
    setOffer(made.offer)
    setNew(true)
  }, [instructorId])

  useLeaving(mayAsk && !isAsked && !offer, () => void ask())

  return {
    offer,
    isNew,
    accept: () => setNew(false),
    forget: () => {
      keepOffer(null)
      setOffer(null)
      setNew(false)
    },
  }
}
