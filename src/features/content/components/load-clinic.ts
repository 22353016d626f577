import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { dateText } from '#features/clinics/clinic.ts'
import { clinicQuery } from '#features/clinics/components/clinic-queries.ts'
import type { Clinic } from '#features/clinics/schema.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoney } from '#platform/money.ts'
import { pageOrigin } from '#platform/page-origin.ts'
import { isUuid } from '#platform/uuid.ts'
import { pageHead } from '../page-head.ts'
import { breadcrumbData, clinicData } from '../structured-data.ts'

/** Loads a clinic with the metadata of its page. Throws `notFound` for a clinic that is not public. */
export async function loadClinic(queryClient: QueryClient, clinicId: string) {
  if (!isUuid(clinicId)) throw notFound()
  const clinic = await queryClient.fetchQuery(clinicQuery(clinicId)).catch((error: unknown) => {
    if (readProblem(error).code === 'no_such_clinic') throw notFound()
    throw error
  })
  return { clinic, head: clinicHead(clinic) }
}

/** Metadata of a clinic's page for search engines and link previews. */
function clinicHead(clinic: Clinic) {
  const origin = pageOrigin()
  const path = `/clinics/${clinic.id}`
  const [first, ...more] = clinic.dates
  const others = more.length > 0 ? ` and ${more.length} more ${more.length === 1 ? 'date' : 'dates'}` : ''
  const forAll = more.length > 0 ? ` for all ${clinic.dates.length} dates` : ''
  return pageHead({
    title: `${clinic.title} with ${clinic.coach.name}`,
    description: `${first ? dateText(first, clinic.zone) : ''}${others}, ${clinic.place}. ${formatMoney(clinic.priceCents)} a seat${forAll}; book online.`,
    path,
    image: { src: `/social/coach/${clinic.coach.id}.jpg`, alt: `${clinic.coach.name}, golf coach` },
    isUnlisted: clinic.state !== 'open' && clinic.state !== 'sold_out',
    structuredData: import.meta.env.SSR
      ? [
          clinicData(origin, clinic),
          breadcrumbData(origin, [
            { name: clinic.coach.name, path: `/instructor/${clinic.coach.id}` },
            { name: clinic.title, path },
          ]),
        ]
      : [],
  })
}
