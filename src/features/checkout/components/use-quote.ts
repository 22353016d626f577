import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import { deadlinesFor, policyText, termsInDates } from '#features/bookings/cancellation/cancellation.ts'
import type { OtherType } from '#features/bookings/lesson-choice-params.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import type { CoachProfile } from '#features/coaches/schema.ts'
import { type ExitOfferState, useExitOffer } from '#features/discounts/components/use-exit-offer.ts'
import type { ShownDiscount } from '#features/discounts/schema.ts'
import { readProblem } from '#platform/api-problem.ts'
import { checkoutClient } from '../client.ts'
import type { Quote } from '../schema.ts'

/** The lesson to price. */
export interface LessonToQuote {
  locationId: string | undefined
  durationMinutes: number
  /** A private lesson when omitted. */
  lessonType?: OtherType | undefined
  /** The price known to the page, shown until the server responds. */
  listPriceCents: number
  /** The conversation with an agreed price. */
  conversationId?: string | undefined
  /** A package of the profile, and the version of its terms that the page shows. */
  package?: { offerId: string; version: number } | undefined
  /** The chosen time: an ISO instant. */
  start: string | undefined
  /** A bookable time is chosen, and an exit offer may be made for it. */
  mayOffer: boolean
}

/** The price and terms of a lesson as returned by the server, and the available discounts. */
export interface QuoteState {
  listPriceCents: number
  priceCents: number
  lines: Quote['lines']
  discount: ShownDiscount | null
  policy: CancellationPolicy
  /**
   * The cancellation terms as text, with dates once a time is chosen.
   * @param start ISO instant of the lesson; @param now milliseconds UTC, null while the current time is
   * unknown
   */
  termsOf: (start: string | undefined, zone: string, now: number | null) => string
  /** The title of an agreed lesson or a package; null for the default title. */
  title: string | null
  /** The references sent with a booking; never amounts. */
  named: {
    offerToken?: string
    promoCode?: string
    conversationId?: string
    lessonType?: OtherType
    package?: { offerId: string; version: number }
  }
  exit: ExitOfferState
  code: {
    apply: (code: string) => void
    remove: () => void
    /** Why the entered code is not applied to the price. */
    refusal: string | null
    busy: boolean
  }
  /** Why an agreed price is not available; null when it is, or none was requested. */
  agreedProblem: string | null
  /** Reloads the quote, for instance after the server reported a change. */
  reload: () => Promise<void>
}

/**
 * The current price of the selection. Never cached: it is reloaded on every change and when the window
 * regains focus.
 */
export function useQuote(coach: CoachProfile, me: Me | null, request: LessonToQuote): QuoteState {
  const { locationId, durationMinutes, lessonType, conversationId, start } = request
  const packageOfferId = request.package?.offerId
  // Agreed prices and packages have no discounts.
  const isFixed = Boolean(conversationId ?? packageOfferId)
  const [enteredCode, setPromoCode] = useState<string | undefined>()
  const promoCode = isFixed ? undefined : enteredCode
  const isBuyer = me === null || me.role === 'student'
  const exit = useExitOffer(coach.id, request.mayOffer && isBuyer && !promoCode && !isFixed)
  // An exit offer applies once it was accepted.
  const offerToken = promoCode || isFixed || exit.isNew ? undefined : exit.offer?.token
  const query = useQuery({
    ...checkoutClient.quote.queryOptions({
      input: {
        instructorId: coach.id,
        locationId,
        start,
        durationMinutes,
        lessonType,
        conversationId,
        packageOfferId,
        offerToken,
        promoCode,
      },
    }),
    // The result also depends on the user: a code may be limited to one use per person. The time is left out: it only tells
    // the server which hold of the user keeps its discount.
    queryHash: JSON.stringify([
      'quote',
      me?.userId,
      coach.id,
      locationId,
      durationMinutes,
      lessonType,
      conversationId,
      packageOfferId,
      offerToken,
      promoCode,
    ]),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  })
  const isOfOther =
    query.data?.durationMinutes !== durationMinutes ||
    query.data.package?.offerId !== packageOfferId ||
    (lessonType !== undefined && query.data.lessonType !== lessonType)
  const quote = query.isPlaceholderData && isOfOther ? undefined : query.data
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
    title: quote?.isAgreed || quote?.package ? quote.title : null,
    named: {
      ...(quote?.discount?.source === 'exit_offer' && offerToken ? { offerToken } : {}),
      ...(quote?.discount?.source === 'promo_code' && promoCode ? { promoCode } : {}),
      ...(quote?.isAgreed && conversationId ? { conversationId } : {}),
      ...(lessonType ? { lessonType } : {}),
      ...(request.package ? { package: quote?.package ?? request.package } : {}),
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
