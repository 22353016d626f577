import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { MapPin } from 'lucide-react'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { coachesClient } from '../client.ts'

/** The page of a coach who is not shown: unknown, hidden or suspended, or with a closed account. */
export function CoachNotShown() {
  const { instructorId = '' } = useParams({ strict: false })
  // The page's loader has already requested it.
  const { data } = useQuery({
    ...coachesClient.absence.queryOptions({ input: { instructorId } }),
    retry: false,
  })
  return data?.isAway ? <CoachAway /> : <UnknownCoach />
}

function UnknownCoach() {
  return (
    <main className="wrap-text py-24 text-center">
      <p className="text-sm text-muted">404</p>
      <h1 className="mt-2 text-headline">Coach not found</h1>
      <p className="mt-4 text-lead text-muted">
        There is no coach at this address. The link may be old, or the coach may be taking a break.
      </p>
      <LinkButton href="/" variant="primary" size="lg" className="mt-8">
        Find another coach near you
      </LinkButton>
    </main>
  )
}

/** A coach who is hidden or suspended. The form works before scripts load. */
function CoachAway() {
  return (
    <main className="wrap-text py-20 text-center sm:py-24">
      <h1 className="text-headline text-balance">This coach is not taking lessons at the moment</h1>
      <p className="mt-4 text-lead text-muted text-balance">
        You can come back later, or find another coach near you who has open times.
      </p>
      <form action="/" method="get" className="mx-auto mt-8 flex max-w-md items-start gap-2 text-left">
        <Field label="Zip code" hideLabel className="min-w-0 flex-1">
          <Input
            name="zip"
            leading={<MapPin aria-hidden />}
            placeholder="Zip code"
            inputMode="numeric"
            autoComplete="postal-code"
            pattern="[0-9]{5}"
            title="Enter a valid 5-digit zip code"
            maxLength={5}
            required
            className="tabular h-13 text-lg"
          />
        </Field>
        <Button type="submit" variant="brand" size="lg">
          Find coaches
        </Button>
      </form>
      <p className="mt-8 text-[0.9375rem] text-muted">
        Have a lesson booked with this coach? It is under{' '}
        <Anchor href="/lessons" className="text-link font-semibold">
          Lessons
        </Anchor>
        .
      </p>
    </main>
  )
}
