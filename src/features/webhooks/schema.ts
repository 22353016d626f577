import { z } from 'zod'
import { webhookEvents } from './webhook.ts'

const eventField = z.enum(webhookEvents, 'There is no such event')

export const newEndpointSchema = z.object({
  url: z.string().trim().min(1, 'Please enter an address').max(500, 'The address is too long'),
  /** Listed, or separated by spaces as a form sends them. */
  events: z
    .union([
      z.array(eventField),
      z
        .string()
        .max(300)
        .transform((list) => list.split(' ').filter(Boolean)),
    ])
    .pipe(z.array(eventField).min(1, 'Choose at least one event').max(webhookEvents.length))
    .transform((chosen) => webhookEvents.filter((event) => chosen.includes(event))),
})

export type NewEndpoint = z.output<typeof newEndpointSchema>

export const deliverySchema = z.object({
  id: z.uuid(),
  event: z.string(),
  createdAt: z.iso.datetime(),
  attempts: z.int(),
  /** What the address answered last; null where it did not. */
  lastStatus: z.int().nullable(),
  /** Why it did not answer. */
  lastFault: z.string().nullable(),
  deliveredAt: z.iso.datetime().nullable(),
})

export type Delivery = z.infer<typeof deliverySchema>

export const endpointSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  createdAt: z.iso.datetime(),
  failingSince: z.iso.datetime().nullable(),
  disabledAt: z.iso.datetime().nullable(),
  /** The newest things told, and older ones that did not arrive; the newest first. */
  deliveries: z.array(deliverySchema),
})

export type Endpoint = z.infer<typeof endpointSchema>

/** `secret`: shown this once. */
export const addedEndpointSchema = z.object({ endpoint: endpointSchema, secret: z.string() })
