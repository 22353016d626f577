import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import { clinicLimits } from '#features/clinics/clinic.ts'
import type { Clinic } from '#features/clinics/schema.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Select } from '#ui/select.tsx'
import { WhenLoaded } from '#ui/when-loaded.tsx'
import { cancellationListClient } from '../client.ts'
import type { SeatRequest } from '../seats/schema.ts'
import { ownListQuery } from './own-cancellation-list-query.ts'

interface Props {
  clinic: Clinic
  me: Me | null
  /** How many seats the student tried to book; more than are left. */
  wanted: number
}

/** Puts a student on the list of a clinic that has too few seats left, and takes the student off it. */
export function WaitForSeats(props: Props) {
  const { clinic, me } = props
  const isStudent = me?.role === 'student'
  const list = useQuery({ ...ownListQuery, enabled: isStudent })
  if (!me)
    return (
      <Anchor
        href={`/auth?redirect=${encodeURIComponent(`/clinics/${clinic.id}`)}`}
        className={buttonClass({}, 'w-full')}
      >
        Sign in to hear of free seats
      </Anchor>
    )
  if (!isStudent) return null
  return (
    <WhenLoaded reading={list} failure="We could not load your waiting lists">
      {({ seatRequests }) => {
        const waiting = seatRequests.find(({ clinicId }) => clinicId === clinic.id)
        return waiting ? <Waiting request={waiting} /> : <Ask {...props} />
      }}
    </WhenLoaded>
  )
}

const seatsWords = (seats: number) => (seats === 1 ? '1 seat' : `${seats} seats`)

function useRefresh() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: cancellationListClient.key() })
}

function Ask({ clinic, wanted }: Props) {
  const refresh = useRefresh()
  const { busy, failure, attempt } = useAttempt()
  const least = clinic.seatsLeft + 1
  const [seats, setSeats] = useState(Math.max(wanted, least))
  const most = Math.min(clinicLimits.seatsAtOnce, clinic.seats)
  const counts = Array.from({ length: Math.max(0, most - least + 1) }, (_, n) => least + n)
  if (counts.length === 0) return null
  return (
    <form
      noValidate
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(async () => {
          await cancellationListClient.askForSeats.call({
            clinicId: clinic.id,
            seats: Math.max(seats, least),
          })
          await refresh()
        })
      }}
    >
      {failure ? <FormError title="Not on the list">{failure}</FormError> : null}
      <Field label="How many seats do you need?">
        <Select
          value={String(Math.max(seats, least))}
          onChange={(event) => setSeats(Number(event.target.value))}
          options={counts.map((count) => ({ value: String(count), label: seatsWords(count) }))}
        />
      </Field>
      <Button type="submit" loading={busy} className="w-full">
        <BellRing aria-hidden />
        Tell me when seats are free
      </Button>
      <p className="text-sm text-muted">
        We tell everyone who waits at the same time. Free seats are not held: the first to pay gets them.
      </p>
    </form>
  )
}

function Waiting({ request }: { request: SeatRequest }) {
  const refresh = useRefresh()
  const { busy, failure, attempt } = useAttempt()
  return (
    <div className="flex flex-col gap-4">
      {failure ? <FormError title="Still on the list">{failure}</FormError> : null}
      <p role="status" className="flex items-start gap-3">
        <BellRing aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
        <span>
          You are on the list for {seatsWords(request.seats)}. We write to you when{' '}
          {request.seats === 1 ? 'it is' : 'they are'} free.
        </span>
      </p>
      <Button
        loading={busy}
        className="w-full"
        onClick={() =>
          void attempt(async () => {
            await cancellationListClient.leaveSeats.call({ requestId: request.id })
            await refresh()
          })
        }
      >
        Leave the list
      </Button>
    </div>
  )
}
