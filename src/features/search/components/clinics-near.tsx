import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ClinicItem } from '#features/clinics/components/clinic-item.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { searchClient } from '../client.ts'
import { formatMiles } from '../distance.ts'

interface Asked {
  zip: string
  /** See `isWhen`. */
  when?: string | undefined
}

const clinicsPage = ({ zip, when }: Asked, page: number) =>
  searchClient.clinicsPage.queryOptions({ input: when ? { zip, when, page } : { zip, page } })

/**
 * The clinics and camps around a ZIP code; renders nothing when there are none.
 * @param props.around the ZIP code or the city, in the heading
 */
export function ClinicsNear({ around, ...asked }: Asked & { around: string }) {
  // Another search begins with its first page.
  return <Pages key={`${asked.zip} ${asked.when}`} around={around} asked={asked} />
}

function Pages({ around, asked }: { around: string; asked: Asked }) {
  const [pageCount, setPageCount] = useState(1)
  const last = useQuery(clinicsPage(asked, pageCount))
  if (pageCount === 1 && !last.data?.clinics.length) return null
  return (
    <section aria-labelledby="clinics-near" className="@container py-8">
      <h2 id="clinics-near" className="text-title">
        Clinics and camps near {around}
      </h2>
      <ul className="mt-4 grid gap-3 @3xl:grid-cols-2">
        {Array.from({ length: pageCount }, (_, index) => index + 1).map((page) => (
          <Page key={page} asked={asked} page={page} />
        ))}
      </ul>
      {last.isError ? (
        <Alert tone="error" className="mt-4">
          The clinics could not be loaded. Please try again.
        </Alert>
      ) : null}
      {last.data && !last.data.hasMore ? null : (
        <Button
          className="mt-5"
          loading={last.isFetching}
          onClick={() => (last.data ? setPageCount(pageCount + 1) : void last.refetch())}
        >
          Show more
        </Button>
      )}
    </section>
  )
}

function Page({ asked, page }: { asked: Asked; page: number }) {
  const { data } = useQuery(clinicsPage(asked, page))
  return data?.clinics.map((clinic) => (
    <ClinicItem key={clinic.id} clinic={clinic} by={clinic.coach.label} away={formatMiles(clinic.distance)} />
  ))
}
