import { goBack } from './history-steps.ts'
import { type AddressChange, useOpenLayer } from './open-address-layer.ts'

/**
 * Opens and closes a dialog or drawer through URL parameters: it can be linked and reloaded, Back goes back
 * one step in it, and closing it restores the previous history. Its component must be inside of
 * `<NoHistoryStep value>`.
 * @param name of the layer, for the history
 */
export function useAddressLayer(name: string) {
  const { entries, go, open } = useOpenLayer(name)
  return {
    /** Opens the layer, or goes to its next step. */
    open,
    /** Changes a selection within the layer; Back skips the previous selection. */
    change: (change: AddressChange) => go(change, entries(), true),
    /**
     * Closes the layer.
     * @param parameters all parameters that open it; removed when it was opened by a link or a reload, so
     *   that there is no entry to go back to
     */
    close: (parameters: readonly string[]) => {
      const count = entries()
      if (count > 0) goBack(count)
      else void go(Object.fromEntries(parameters.map((key) => [key, undefined])), 0, true)
    },
  }
}
