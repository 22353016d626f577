import { notificationsClient } from '../client.ts'

/** What this browser can do about notifications. */
export type PushAbility = 'can' | 'blocked' | 'home_screen_first' | 'cannot'

export function pushAbility(): PushAbility {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission === 'denied' ? 'blocked' : 'can'
  // An iPhone notifies only what was put on its home screen.
  return /iPhone|iPad/.test(navigator.userAgent) ? 'home_screen_first' : 'cannot'
}

/** The hash by which the server's list names this browser; null while it is not subscribed. */
export async function ownEndpointHash(): Promise<string | null> {
  const subscription = await currentSubscription()
  if (!subscription) return null
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Where this browser is notified; nothing while it is not, or cannot say. */
export async function findOwnPushEndpoint(): Promise<string | undefined> {
  return (await currentSubscription().catch(() => null))?.endpoint
}

/** Asks the person, then the browser, then tells the server. @returns false when the person said no */
export async function turnPushOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await navigator.serviceWorker.register('/sw.js')
  const registration = await navigator.serviceWorker.ready
  // One made with other keys of ours cannot be used any more.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { keys } = subscription.toJSON()
  await notificationsClient.subscribePush.call({
    endpoint: subscription.endpoint,
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
    device: deviceName(navigator.userAgent),
  })
  return true
}

/** The server first: a browser that forgot its address could not be named any more. */
export async function turnPushOff(): Promise<void> {
  const subscription = await currentSubscription()
  if (!subscription) return
  await notificationsClient.unsubscribePush.call({ endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}

async function currentSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** `Chrome on Android`. */
export function deviceName(userAgent: string): string {
  const browser = /Edg\//.test(userAgent)
    ? 'Edge'
    : /Firefox\//.test(userAgent)
      ? 'Firefox'
      : /Chrome\//.test(userAgent)
        ? 'Chrome'
        : /Safari\//.test(userAgent)
          ? 'Safari'
          : 'A browser'
  const system = /Android/.test(userAgent)
    ? 'Android'
    : /iPhone|iPad/.test(userAgent)
      ? 'iPhone or iPad'
      : /Mac OS/.test(userAgent)
        ? 'Mac'
        : /Windows/.test(userAgent)
          ? 'Windows'
          : 'Linux'
  return `${browser} on ${system}`
}
