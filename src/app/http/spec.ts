import { OpenAPIGenerator } from '@orpc/openapi'
import { isProcedure } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { z } from 'zod'
import { api } from '#app/api.ts'
import { daySlotsSchema, slotSchema } from '#features/availability/schema.ts'
import { cancellationPreviewSchema, lessonTermsSchema } from '#features/bookings/cancellation/schema.ts'
import { newTimesSchema } from '#features/bookings/reschedule/schema.ts'
import { lessonActionSchema, lessonSchema, listedLessonSchema } from '#features/bookings/schema.ts'
import {
  bookLessonSchema,
  heldBookingSchema,
  openTimesSchema,
  quoteSchema,
} from '#features/checkout/schema.ts'
import { buySeatsSchema, clinicSchema, heldSeatsSchema } from '#features/clinics/schema.ts'
import { coachProfileSchema, reviewSchema } from '#features/coaches/schema.ts'
import { conversationSchema, messageSchema, sentMessageSchema } from '#features/messages/schema.ts'
import { coachCardSchema } from '#features/search/schema.ts'
import { authCookies } from '#platform/auth-cookies.ts'
import type { Env } from '#platform/env.ts'
import type { ProcedureMeta } from '#platform/procedures.ts'
import { siteName } from '#platform/site-name.ts'
import { PROBLEM_JSON } from './problem.ts'
import { type OpenApiDocument, tidy } from './spec-shape.ts'

/** The API's named schemas. The document refers to each of them by name. */
const nouns = {
  Booking: listedLessonSchema,
  BookingAction: lessonActionSchema,
  BookRequest: bookLessonSchema,
  CancellationPreview: cancellationPreviewSchema,
  CancellationTerms: lessonTermsSchema,
  Clinic: clinicSchema,
  CoachCard: coachCardSchema,
  CoachProfile: coachProfileSchema,
  Conversation: conversationSchema,
  DayOfOpenTimes: daySlotsSchema,
  HeldBooking: heldBookingSchema,
  HeldSeats: heldSeatsSchema,
  HoldSeatsRequest: buySeatsSchema,
  Lesson: lessonSchema,
  Message: messageSchema,
  NewTimes: newTimesSchema,
  OpenTime: slotSchema,
  OpenTimes: openTimesSchema,
  Quote: quoteSchema,
  Review: reviewSchema,
  SentMessage: sentMessageSchema,
}

const problemSchema = z
  .object({
    type: z.string().meta({ format: 'uri-reference' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  })
  .describe('RFC 9457. Programs go by `code`, people read `detail`; `errors` says which fields are wrong.')

const errorSchema = z.object({
  defined: z.boolean(),
  code: z.string(),
  status: z.int(),
  message: z.string(),
  data: z.unknown().optional(),
})

const remembered = new Map<string, Promise<OpenApiDocument>>()

/** The OpenAPI document of the public API, generated once. */
export function readPublicSpec(env: Env): Promise<OpenApiDocument> {
  return remember(`v1 ${env.appUrl}`, async () =>
    tidy(
      await generate(
        api.v1,
        { Problem: problemSchema },
        {
          info: {
            title: siteName,
            version: '1.0.0',
            description:
              'Find a golf coach, see real open times, book, move and cancel lessons, and write messages. ' +
              'Money is in cents, instants are ISO 8601 in UTC. Every list is a page with `items` and `nextCursor`. ' +
              'Fields and procedures may be added; nothing is taken away within version 1.',
          },
          servers: [{ url: `${env.appUrl}/api/v1` }],
          security: [{ accessToken: [] }],
        },
      ),
      {
        prefix: '/v1',
        accessOf: (id) => accessOf(Reflect.get(api.v1, id)),
        errorType: PROBLEM_JSON,
        errorSchema: 'Problem',
        securitySchemes: {
          accessToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'gs_pat_…',
            description: 'An access token from your account’s settings. Each call names the scope it needs.',
          },
        },
      },
    ),
  )
}

/** The OpenAPI document of all procedures, including internal ones, generated once. */
export function readSpec(env: Env): Promise<OpenApiDocument> {
  return remember(`all ${env.appUrl}`, async () =>
    tidy(
      await generate(
        api,
        { Error: errorSchema },
        {
          info: {
            title: `${siteName}, every procedure`,
            version: '1.0.0',
            description:
              'What our own pages call. It changes with them: programs of others use /api/v1. ' +
              'Sessions are cookies from POST /sessions. Every error carries a stable `code` and a `message` for people.',
          },
          servers: [{ url: `${env.appUrl}/api` }],
          security: [{ session: [] }],
        },
      ),
      {
        prefix: '',
        accessOf: (id) => {
          const [feature = '', name = ''] = id.split('.')
          return accessOf(Reflect.get(Reflect.get(api, feature), name))
        },
        errorType: 'application/json',
        errorSchema: 'Error',
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: authCookies(env.appUrl).sessionCookie,
          },
        },
      },
    ),
  )
}

function accessOf(procedure: unknown) {
  const { access, scope }: ProcedureMeta = isProcedure(procedure) ? procedure['~orpc'].meta : {}
  return { isOpen: access === 'open', scope: scope ?? null }
}

function remember(key: string, make: () => Promise<OpenApiDocument>): Promise<OpenApiDocument> {
  const known = remembered.get(key) ?? make()
  remembered.set(key, known)
  return known
}

async function generate(
  router: Parameters<OpenAPIGenerator['generate']>[0],
  more: Record<string, z.ZodType>,
  about: Pick<OpenApiDocument, 'info' | 'servers' | 'security'>,
): Promise<OpenApiDocument> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const commonSchemas = Object.fromEntries(
    Object.entries({ ...nouns, ...more }).map(([name, schema]) => {
      const strategy: 'input' | 'output' = name.endsWith('Request') ? 'input' : 'output'
      return [name, { schema, strategy }]
    }),
  )
  const document: object = await generator.generate(router, { ...about, commonSchemas })
  return document as OpenApiDocument
}
