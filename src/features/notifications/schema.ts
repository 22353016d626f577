import { z } from 'zod'
import { notificationIcons } from '#platform/message-kind.ts'
import { writtenLine } from '#platform/written-text.ts'

export const notificationSchema = z.object({
  id: z.uuid(),
  kind: z.string(),
  icon: z.enum(notificationIcons),
  /** Bad news, shown in red. */
  isAlert: z.boolean(),
  title: z.string(),
  body: z.string(),
  /** A path in this application. */
  href: z.string(),
  isRead: z.boolean(),
  at: z.iso.datetime(),
})

export type Notification = z.infer<typeof notificationSchema>

export const notificationListSchema = z.object({
  items: z.array(notificationSchema),
  total: z.int(),
  unread: z.int(),
})

export const unreadSchema = z.object({ unread: z.int(), newest: z.array(notificationSchema) })

export const pushSubscriptionSchema = z.object({
  endpoint: z.url().max(1_000),
  p256dh: z.string().regex(/^[\w-]{80,100}=*$/, 'This is not a key of a browser.'),
  auth: z.string().regex(/^[\w-]{20,30}=*$/, 'This is not a key of a browser.'),
  /** The name of the device in the list: `Chrome on Android`. */
  device: writtenLine().trim().max(200).default(''),
})
