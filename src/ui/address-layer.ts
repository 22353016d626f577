import { goBack } from './history-steps.ts'
import { type AddressChange, useOpenLayer } from './open-address-layer.ts'

/**
 * Opens and closes a dialog or drawer by parameters of the address: links and reloads find it, Back goes back one step in it, and
 * closing it leaves the history as it was before. Its component stands in `<NoHistoryStep value>`.
 * @param name of the layer, for the history
 */
export function useAddressLayer(name: string) {
  const { entries, go, open } = useOpenLayer(name)
  return {
    /** Goes one step further: opens it, or shows the next of its parts. */
    open,
    /** Changes what is chosen in it; Back skips the earlier choice. */
    change: (change: AddressChange) => go(change, entries(), true),
    /**
     * Closes it.
     * @param parameters all that open it, to be taken out when a link or a reload opened it and there is no page to go back to
     */
    close: (parameters: readonly string[]) => {
      const count = entries()
      if (count > 0) goBack(count)
      else void go(Object.fromEntries(parameters.map((key) => [key, undefined])), 0, true)
    },
  }
}
