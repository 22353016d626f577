import { useNavigate, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The layer that the address opens here, and how many entries of the history it has taken so far. */
    layer?: { name: string; entries: number }
  }
}

/** Parameters of the address; undefined takes one out, and those that are not named stay. */
export type AddressChange = Record<string, string | undefined>

/** What `useAddressLayer` is made of, for pages that only open a layer: `open` goes one step further in it. */
export function useOpenLayer(name: string) {
  const navigate = useNavigate()
  const router = useRouter()
  const entries = () => {
    const { layer } = router.history.location.state
    return layer?.name === name ? layer.entries : 0
  }
  const go = (change: AddressChange, count: number, replace = false) =>
    navigate({
      to: '.',
      search: (now) => ({ ...now, ...change }),
      hash: true,
      hashScrollIntoView: false,
      resetScroll: false,
      replace,
      state: count > 0 ? { layer: { name, entries: count } } : {},
    })
  return { entries, go, open: (change: AddressChange) => go(change, entries() + 1) }
}
