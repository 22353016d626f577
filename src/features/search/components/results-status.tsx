import type { ReactNode } from 'react'
import type { SearchAddress } from '../search-address.ts'

/** What is being looked for, in the specification's words. */
export const looking = ({ zip }: SearchAddress) =>
  zip ? `Finding instructors near ${zip}...` : 'Loading instructors...'

/** The line above the list; screen readers hear it change. */
export function ResultsStatus({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      <h2 className="text-title">{children}</h2>
    </div>
  )
}
