import { MapPinned } from 'lucide-react'
import { Anchor } from '#ui/anchor.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SEARCH_RADIUS_MILES } from '../distance.ts'
import type { SearchAddress } from '../search-address.ts'

/** ` within 50 miles of 28202`, or nothing without a ZIP code. */
export const where = ({ zip }: SearchAddress) => (zip ? ` within ${SEARCH_RADIUS_MILES} miles of ${zip}` : '')

/** The text for an empty list, as given by the specification. */
export function NobodyFound({ address }: { address: SearchAddress }) {
  return (
    <>
      <div role="status">
        <EmptyState icon={MapPinned} title={emptyText(address)} className="mb-4" />
      </div>
      <p className="mb-4 text-center text-[0.9375rem]">
        <Anchor href="/find-your-match" className="text-link font-semibold">
          Answer a few questions and get matched
        </Anchor>
      </p>
    </>
  )
}

function emptyText({ zip }: SearchAddress): string {
  return zip
    ? `No instructors found within 50 miles of ${zip}. Try a different zip code or adjust your filters.`
    : 'No instructors found. Try adjusting your filters.'
}
