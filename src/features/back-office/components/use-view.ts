import { useLocation, useRouter } from '@tanstack/react-router'
import { createContext, useContext, useMemo } from 'react'
import { otherParams, readView, type ViewAddress, writeView } from '../view.ts'

/** The prefix of the URL parameters of the lists inside. A second list on a page needs one to have its own view. */
export const ViewPrefix = createContext('')

/** The view of a list in the address of the page, and the way to another one. */
export function useView() {
  const { pathname, searchStr } = useLocation()
  const prefix = useContext(ViewPrefix)
  const router = useRouter()
  const view = useMemo(() => readView(searchStr, prefix), [searchStr, prefix])
  const others = otherParams(searchStr, prefix)
  /** The address of a view on this page. */
  const hrefOf = (next: ViewAddress) => `${pathname}${writeView(next, others, prefix)}`
  /** Goes to the first page of a changed view. */
  const change = (changes: Partial<ViewAddress>) => {
    const { q, filters, sort } = { ...view, ...changes }
    void router.navigate({ href: hrefOf({ q, filters, ...(sort ? { sort } : {}) }), resetScroll: false })
  }
  return { view, hrefOf, change }
}
