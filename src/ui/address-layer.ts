import { useNavigate, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The layer that the address opens here, and how many entries of the history it has taken so far. */
    layer?: { name: string; entries: number }
  }
}

/** Parameters of the address; undefined takes one out, and those that are not named stay. */
type AddressChange = Record<string, string | undefined>

/**
 * Opens and closes a dialog or drawer by parameters of the address: links and reloads find it, Back goes back one step in it, and
 * closing it leaves the history as it was before. Its component stands in `<NoHistoryStep value>`.
 * @param name of the layer, for the history
 */
export function useAddressLayer(name: string) {
  const navigate = useNavigate()
  const router = useRouter()
  const entries = () => {
    const { layer } = router.history.location.state
    return layer?.name === name ? layer.entries : 0
  }
  const go = (change: AddressChange, how: { replace: boolean; entries: number }) =>
    navigate({
      to: '.',
      search: (now) => ({ ...now, ...change }),
      hash: true,
      hashScrollIntoView: false,
      resetScroll: false,
      replace: how.replace,
      state: how.entries > 0 ? { layer: { name, entries: how.entries } } : {},
    })
  return {
    /** Goes one step further: opens it, or shows the next of its parts. */
    open: (change: AddressChange) => go(change, { replace: false, entries: entries() + 1 }),
    /** Changes what is chosen in it; Back skips the earlier choice. */
    change: (change: AddressChange) => go(change, { replace: true, entries: entries() }),
    /**
     * Closes it.
     * @param parameters all that open it, to be taken out when a link or a reload opened it and there is no page to go back to
     */
    close: (parameters: readonly string[]) => {
      const count = entries()
      if (count > 0) return void import('./history-steps.ts').then(({ goBack }) => goBack(count))
      void go(Object.fromEntries(parameters.map((key) => [key, undefined])), { replace: true, entries: 0 })
    },
  }
}
