import { useLocation, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { readView, type ViewAddress, writeView } from '../view.ts'

/** The view in the address of the page, and the way to another one. */
export function useView() {
  const { pathname, searchStr } = useLocation()
  const router = useRouter()
  const view = useMemo(() => readView(searchStr), [searchStr])
  const params = new URLSearchParams(searchStr)
  const place = { tab: params.get('tab'), period: params.get('period') }
  /** The address of a view on this page. */
  const hrefOf = (next: ViewAddress) => `${pathname}${writeView(next, place)}`
  /** Goes to the first page of a changed view. */
  const change = (changes: Partial<ViewAddress>) => {
    const { q, filters, sort } = { ...view, ...changes }
    void router.navigate({ href: hrefOf({ q, filters, ...(sort ? { sort } : {}) }), resetScroll: false })
  }
  return { view, hrefOf, change }
}
