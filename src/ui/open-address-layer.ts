import { useNavigate, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The layer that the URL opens here, and how many history entries it has used so far. */
    layer?: { name: string; entries: number }
  }
}

/** URL parameters; undefined removes one, and parameters that are not named are kept. */
export type AddressChange = Record<string, string | undefined>

/** The part of `useAddressLayer` for pages that only open a layer: `open` adds one step. */
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
