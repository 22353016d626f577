import { z } from 'zod'
import { notificationChannels } from '#platform/message-kind.ts'
import { isZone } from '#platform/time.ts'

export const choiceSchema = z.object({
  kind: z.string().max(60),
  channel: z.enum(notificationChannels),
  enabled: z.boolean(),
})

const minuteOfDay = z.int().min(0).max(1_439)

export const quietHoursSchema = z.object({
  /** The person's time zone, an IANA name. */
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
      kind: z.string(),
      label: z.string(),
      description: z.string(),
      /** Whether each channel is on; null if the kind has none on that channel. */
      inApp: z.boolean(),
      email: z.boolean(),
      sms: z.boolean().nullable(),
      push: z.boolean(),
      /** True for emails that cannot be turned off. */
      isEmailFixed: z.boolean(),
    }),
  ),
  quietHours: quietHoursSchema,
  texts: z.object({
    /** False if no text provider is configured. */
    isOffered: z.boolean(),
    phone: z.string().nullable(),
    /**
     * `not_served`: a number we do not text, such as a foreign one. `code_sent`: a code was texted to it and
     * can be entered. `stopped`: the number's owner texted STOP, and only a text from that number undoes it.
     */
    state: z.enum(['no_number', 'not_served', 'not_agreed', 'code_sent', 'agreed', 'stopped']),
    wording: z.string(),
  }),
  push: z.object({
    /** Null if no keys are configured. */
    publicKey: z.string().nullable(),
    devices: z.array(
      z.object({ id: z.uuid(), device: z.string(), endpointHash: z.string(), since: z.iso.datetime() }),
    ),
  }),
})

export type Preferences = z.infer<typeof preferencesSchema>

/** The code from a text, as entered. */
export const textCodeSchema = z.object({
  code: z
    .string()
    .trim()
    .min(1, 'Enter the code from the text')
    .refine((code) => /^\d{6}$/.test(code.replaceAll(/[\s-]/g, '')), 'A code has 6 digits'),
})

/** Consent to texts, with the code that was texted to the number; or its withdrawal. */
export const textConsentSchema = z.union([
  z.object({ agrees: z.literal(true), code: textCodeSchema.shape.code }),
  z.object({ agrees: z.literal(false) }),
])
