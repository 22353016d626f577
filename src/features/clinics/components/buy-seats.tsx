import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, Suspense, useState } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import { golfersClient } from '#features/golfers/client.ts'
import { formatMoney } from '#platform/money.ts'
import { dateIn } from '#platform/time.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { Alert } from '#ui/alert.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { FormError } from '#ui/form-error.tsx'
import { navigateAway } from '#ui/history-listener.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { clinicsClient } from '../client.ts'
import { ageRefusal } from '../clinic.ts'
import type { Clinic } from '../schema.ts'
import { clinicQuery } from './clinic-queries.ts'

const GolferDialog = lazyPart(() => import('#features/golfers/components/golfer-dialog.tsx'), 'GolferDialog')

/** What a gift card can pay: see `UseGiftCard`. */
export interface GiftPurchase {
  priceCents: number
  what: string
  onPart: (cents: number) => void
}

const ME = 'me'

/**
 * Chooses who takes part, and goes to the checkout of their seats.
 * @param props.whenFew shown when more people are chosen than seats are left; called with their number
 * @param props.giftCard lets gift cards pay the chosen seats
 */
export function BuySeats(props: {
  clinic: Clinic
  me: Me | null
  whenFew: (wanted: number) => ReactNode
  giftCard: (purchase: GiftPurchase) => ReactNode
}) {
  const { clinic, me, whenFew, giftCard } = props
  const queryClient = useQueryClient()
  const isStudent = me?.role === 'student'
  const list = useQuery({ ...golfersClient.list.queryOptions(), enabled: isStudent })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isAdding, setAdding] = useState(false)
  const [giftCents, setGiftCents] = useState(0)
  const [failures, setFailures] = useState(0)
  const [fault, setFault] = useState<string | null>(null)
  const { busy, failure, attempt } = useAttempt()
  if (!me)
    return (
      <Anchor
        href={`/auth?redirect=${encodeURIComponent(`/clinics/${clinic.id}`)}`}
        className={buttonClass({ variant: 'brand', size: 'lg' }, 'w-full')}
      >
        Sign in to book seats
      </Anchor>
    )
  if (!isStudent) return <Alert tone="info">Seats are booked with a student’s account.</Alert>
  const year = Number(dateIn(clinic.dates[0]?.start ?? '', clinic.zone).slice(0, 4))
  const people = [
    { id: ME, name: `Me (${me.fullName})`, refusal: ageRefusal(null, clinic, year) },
    ...(list.data?.golfers ?? []).map((golfer) => ({
      id: golfer.id,
      name: golfer.name,
      refusal: ageRefusal(golfer, clinic, year),
    })),
  ]
  const players = people.filter(({ id }) => chosen.includes(id)).map(({ id }) => (id === ME ? null : id))
  const priceCents = players.length * clinic.priceCents
  const isCovered = giftCents > 0 && giftCents === priceCents
  const seats = players.length === 1 ? '1 seat' : `${players.length} seats`

  function buy() {
    if (players.length === 0) return setFault('Choose who takes part')
    const refused = people.find(({ id, refusal }) => chosen.includes(id) && refusal !== null)
    if (refused) return setFault(refused.refusal)
    if (players.length > clinic.seatsLeft) return setFault(tooFewText(clinic.seatsLeft, players.length))
    setFault(null)
    void attempt(
      async () => {
        const held = await clinicsClient.buySeats.call({
          clinicId: clinic.id,
          players,
          expectedPriceCents: clinic.priceCents,
          expectedPolicy: clinic.cancellationPolicy,
          ...(giftCents > 0 ? { giftCents } : {}),
        })
        navigateAway(held.checkoutUrl)
      },
      () => {
        void queryClient.invalidateQueries({ queryKey: clinicQuery(clinic.id).queryKey })
        // The balance is read again, too.
        setFailures((known) => known + 1)
        return false
      },
    )
  }

  return (
    <>
      <form
        method="post"
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          buy()
        }}
      >
        {failure ? <FormError title="Not booked">{failure}</FormError> : null}
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-3 font-semibold">Who takes part?</legend>
          {people.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={<bdi>{name}</bdi>}
              checked={chosen.includes(id)}
              onChange={(event) => {
                const { checked } = event.target
                setChosen((known) => (checked ? [...known, id] : known.filter((one) => one !== id)))
              }}
            />
          ))}
          <Button size="sm" className="self-start" onClick={() => setAdding(true)}>
            Add someone
          </Button>
          {fault ? (
            <p role="alert" className="text-sm text-danger">
              {fault}
            </p>
          ) : null}
        </fieldset>
        {priceCents > 0 ? (
          <Fragment key={failures}>
            {giftCard({
              priceCents,
              what: players.length === 1 ? 'the seat' : 'the seats',
              onPart: setGiftCents,
            })}
          </Fragment>
        ) : null}
        <Button type="submit" variant="brand" size="lg" loading={busy} className="w-full">
          {players.length === 0
            ? 'Book seats'
            : isCovered
              ? `Book ${seats}`
              : `Pay ${formatMoney(priceCents - giftCents)} for ${seats}`}
        </Button>
        <p className="text-sm text-muted">
          {isCovered ? null : 'Your seats are held for 15 minutes while you pay. '}Each seat can be cancelled
          on its own.
        </p>
      </form>
      {isAdding ? (
        <Suspense>
          <GolferDialog onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
      {players.length > clinic.seatsLeft ? (
        <div className="flex flex-col gap-4 border-t pt-5">
          <p>{tooFewText(clinic.seatsLeft, players.length)}</p>
          {whenFew(players.length)}
        </div>
      ) : null}
    </>
  )
}

const tooFewText = (left: number, chosen: number) =>
  `Only ${left === 1 ? '1 seat is' : `${left} seats are`} left, and you chose ${chosen} people.`
