const CHANNEL = 'greenside-session'

/** Says in this browser that somebody signed in or out. */
export function tellOtherTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('changed')
  channel.close()
}

/** Calls back when another tab signed in or out. @returns stop */
export function hearOtherTabs(onChange: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = onChange
  return () => channel.close()
}
