import { uuidV4 } from '#platform/uuid.ts'

const CHANNEL = 'greenside-session'

// A channel hears what another one of the same tab says.
let tab: string | undefined
const thisTab = () => {
  tab ??= uuidV4()
  return tab
}

/** Says to this browser's other tabs that somebody signed in or out. */
export function tellOtherTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(thisTab())
  channel.close()
}

/** Calls back when another tab signed in or out. @returns stop */
export function hearOtherTabs(onChange: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    if (data !== thisTab()) onChange()
  }
  return () => channel.close()
}
