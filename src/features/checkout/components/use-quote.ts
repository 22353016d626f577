import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import { deadlinesFor, policyText, termsInDates } from '#features/bookings/cancellation/cancellation.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import type { CoachProfile } from '#features/coaches/schema.ts'
import { type ExitOfferState, useExitOffer } from '#features/discounts/components/use-exit-offer.ts'
import type { ShownDiscount } from '#features/discounts/schema.ts'
import { readProblem } from '#platform/api-problem.ts'
import { checkoutClient } from '../client.ts'
import type { Quote } from '../schema.ts'

/** What is asked for beside the lesson itself. */
export interface LessonToQuote {
  locationId: string | undefined
  durationMinutes: number
  /** What it costs as far as the page knows, until the server has said. */
  listPriceCents: number
  /** The conversation an agreed price was made in. */
  conversationId?: string | undefined
  /** A time is chosen that could be booked. */
  isChosen: boolean
}

/** The price of a lesson and the terms it is booked under, as the server says; and what may be taken off it. */
export interface LessonQuote {
  listPriceCents: number
  priceCents: number
  lines: Quote['lines']
  discount: ShownDiscount | null
  policy: CancellationPolicy
  /**
   * The terms of cancelling in words: in dates once a time is chosen.
   * @param start ISO instant of the lesson; @param now milliseconds UTC, null before the present is known
   */
  termsOf: (start: string | undefined, zone: string, now: number | null) => string
  /** Title of a lesson agreed upon with the coach; null for the usual one. */
  agreedTitle: string | null
  /** What a booking says about it: a name for the discount, never an amount. */
  named: { offerToken?: string; promoCode?: string; conversationId?: string }
  exit: ExitOfferState
  code: {
    apply: (code: string) => void
    remove: () => void
    /** Why the code that was tried is not part of the price. */
    refusal: string | null
    busy: boolean
  }
  /** Why an agreed price cannot be had; null when it can, or none was asked for. */
  agreedProblem: string | null
  /** Asks again; for when the server says that something changed. */
  reload: () => Promise<void>
}

/** Follows the price of what is chosen. Never kept: the server is asked on every change and when the page is looked at again. */
export function useQuote(coach: CoachProfile, me: Me | null, request: LessonToQuote): LessonQuote {
  const { locationId, durationMinutes, conversationId } = request
  const [promoCode, setPromoCode] = useState<string | undefined>()
  const isBuyer = me === null || me.role === 'student'
  const exit = useExitOffer(coach.id, request.isChosen && isBuyer && !promoCode && !conversationId)
  // An offer counts once it is taken.
  const offerToken = promoCode || conversationId || exit.isNew ? undefined : exit.offer?.token
  const query = useQuery({
    ...checkoutClient.quote.queryOptions({
      input: { instructorId: coach.id, locationId, durationMinutes, conversationId, offerToken, promoCode },
    }),
    // Who asks decides, too: a code may be good once a person.
    queryHash: JSON.stringify([
      'quote',
      me?.userId,
      coach.id,
      locationId,
      durationMinutes,
      conversationId,
      offerToken,
      promoCode,
    ]),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  })
  const quote =
    query.isPlaceholderData && query.data?.durationMinutes !== durationMinutes ? undefined : query.data
  const refusal = query.isPlaceholderData ? null : (quote?.discountRefusal ?? null)
  const policy = quote?.policy ?? coach.cancellationPolicy
  const failed = query.isError ? readProblem(query.error) : null
  return {
    listPriceCents: quote?.listPriceCents ?? request.listPriceCents,
    priceCents: quote?.priceCents ?? request.listPriceCents,
    lines: quote?.lines ?? [],
    discount: quote?.discount ?? null,
    policy,
    termsOf: (start, zone, now) =>
      start && (quote?.lessons ?? 1) === 1
        ? termsInDates(deadlinesFor(policy, start), now, zone)
        : (quote?.policyText ?? policyText(policy)),
    agreedTitle: quote?.isAgreed ? quote.title : null,
    named: {
      ...(quote?.discount?.source === 'exit_offer' && offerToken ? { offerToken } : {}),
      ...(quote?.discount?.source === 'promo_code' && promoCode ? { promoCode } : {}),
      ...(quote?.isAgreed && conversationId ? { conversationId } : {}),
    },
    exit: { ...exit, offer: refusal && offerToken ? null : exit.offer },
    code: {
      apply: setPromoCode,
      remove: () => setPromoCode(undefined),
      refusal: promoCode ? (refusal?.message ?? null) : null,
      busy: promoCode !== undefined && query.isFetching && query.isPlaceholderData,
    },
    agreedProblem: conversationId ? (failed?.message ?? null) : null,
    reload: async () => {
      await query.refetch()
    },
  }
}
