import { notificationsClient } from '../client.ts'

/** Whether this browser supports push notifications. */
export type PushAbility = 'can' | 'blocked' | 'home_screen_first' | 'cannot'

export function pushAbility(): PushAbility {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission === 'denied' ? 'blocked' : 'can'
  // iOS supports push only for web apps added to the home screen.
  return /iPhone|iPad/.test(navigator.userAgent) ? 'home_screen_first' : 'cannot'
}

/** The hash that identifies this browser in the server's list; null if it is not subscribed. */
export async function ownEndpointHash(): Promise<string | null> {
  const subscription = await currentSubscription()
  if (!subscription) return null
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The push endpoint of this browser; undefined if it is not subscribed or the lookup fails. */
export async function findOwnPushEndpoint(): Promise<string | undefined> {
  return (await currentSubscription().catch(() => null))?.endpoint
}

/**
 * Requests permission, subscribes the browser and registers the subscription with the server.
 * @returns false if permission was denied
 */
export async function turnPushOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await navigator.serviceWorker.register('/sw.js')
  const registration = await navigator.serviceWorker.ready
  // A subscription made with an older VAPID key cannot be used.
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

/**
 * Unsubscribes on the server first, because the endpoint is no longer available once the browser has
 * unsubscribed. If the server fails, the browser unsubscribes anyway and shows nothing more.
 */
export async function turnPushOff(): Promise<void> {
  const subscription = await currentSubscription()
  if (!subscription) return
  try {
    await notificationsClient.unsubscribePush.call({ endpoint: subscription.endpoint })
  } finally {
    await subscription.unsubscribe()
  }
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
