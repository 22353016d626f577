import { z } from 'zod'
import { isZone } from '#platform/time.ts'
import { notificationChannels, notificationKinds } from '../notification.ts'

export const choiceSchema = z.object({
  kind: z.enum(notificationKinds),
  channel: z.enum(notificationChannels),
  enabled: z.boolean(),
})

const minuteOfDay = z.int().min(0).max(1_439)

export const quietHoursSchema = z.object({
  /** The person's own zone, an IANA name. */
  zone: z.string().max(60).refine(isZone, 'We do not know this time zone.'),
  /** Minutes since midnight; null for no quiet hours. */
  quiet: z
    .object({ from: minuteOfDay, until: minuteOfDay })
    .refine(({ from, until }) => from !== until, { message: 'Choose two different times.', path: ['until'] })
    .nullable(),
})

export type QuietHoursInput = z.infer<typeof quietHoursSchema>

export const preferencesSchema = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(notificationKinds),
      /** Whether each channel is on; null where there is none of the kind. */
      inApp: z.boolean(),
      email: z.boolean(),
      sms: z.boolean().nullable(),
      push: z.boolean(),
      /** True for mails that cannot be turned off. */
      isEmailFixed: z.boolean(),
    }),
  ),
  quietHours: quietHoursSchema,
  texts: z.object({
    /** False while no provider of texts is configured. */
    isOffered: z.boolean(),
    phone: z.string().nullable(),
    /** `stopped`: the number's owner texted STOP, and only a text from it undoes that. */
    state: z.enum(['no_number', 'not_agreed', 'agreed', 'stopped']),
    wording: z.string(),
  }),
  push: z.object({
    /** Null while we have no keys. */
    publicKey: z.string().nullable(),
    devices: z.array(
      z.object({ id: z.uuid(), device: z.string(), endpointHash: z.string(), since: z.iso.datetime() }),
    ),
  }),
})

export type Preferences = z.infer<typeof preferencesSchema>
