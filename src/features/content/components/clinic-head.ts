import { dateText } from '#features/clinics/clinic.ts'
import type { Clinic } from '#features/clinics/schema.ts'
import { formatMoney } from '#platform/money.ts'
import { pageOrigin } from '#platform/page-origin.ts'
import { pageHead } from '../page-head.ts'
import { breadcrumbData, clinicData } from '../structured-data.ts'

/** Metadata of a clinic's page for search engines and link previews. */
export function clinicHead(clinic: Clinic) {
  const origin = pageOrigin()
  const path = `/clinics/${clinic.id}`
  const [first] = clinic.dates
  return pageHead({
    title: `${clinic.title} with ${clinic.coach.name}`,
    description: `${first ? dateText(first, clinic.zone) : ''}, ${clinic.place}. ${formatMoney(clinic.priceCents)} a seat; book online.`,
    path,
    image: { src: `/social/coach/${clinic.coach.id}.jpg`, alt: `${clinic.coach.name}, golf coach` },
    isUnlisted: clinic.state === 'begun' || clinic.state === 'cancelled',
    structuredData: import.meta.env.SSR
      ? [
          ...clinic.dates.map((date) => clinicData(origin, clinic, date)),
          breadcrumbData(origin, [
            { name: clinic.coach.name, path: `/instructor/${clinic.coach.id}` },
            { name: clinic.title, path },
          ]),
        ]
      : [],
  })
}
