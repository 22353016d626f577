import type { ReactNode } from 'react'
import type { SearchAddress } from '../search-address.ts'

/** The loading text, as given by the specification. */
export const looking = ({ zip }: SearchAddress) =>
  zip ? `Finding instructors near ${zip}...` : 'Loading instructors...'

/** The heading of the list, announced by screen readers when it changes. */
export function ResultsStatus({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      <h2 className="text-title">{children}</h2>
    </div>
  )
}
