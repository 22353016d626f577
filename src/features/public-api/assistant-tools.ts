import { randomUUID } from 'node:crypto'
import { McpServer } from '@modelcontextprotocol/server'
import type { RouterClient } from '@orpc/server'
import { z } from 'zod'
import type { Scope } from '#features/access-tokens/scope.ts'
import { answersField } from '#features/bookings/intake/schema.ts'
import { bookableTypes } from '#features/bookings/lesson-kinds.ts'
import { cancellationPolicies } from '#features/coaches/coach.ts'
import { searchSchema } from '#features/search/schema.ts'
import { readProblem } from '#platform/api-problem.ts'
import { siteName } from '#platform/site-name.ts'
import { formatMoment, isZone } from '#platform/time.ts'
import type { publicApi } from './api.ts'
import { resolveDate } from './resolve-date.ts'

/** The public API, called in this process with the actor of an access token. */
export type PublicApiClient = RouterClient<typeof publicApi>

interface Tool<Input extends z.ZodObject> {
  title: string
  description: string
  /** What the access token must allow; `any`: needs no token. */
  scope: Scope | 'any'
  input: Input
  /** Whether it changes nothing. */
  isRead: boolean
  run(client: PublicApiClient, input: z.output<Input>): Promise<object>
}

const TIMES_AT_ONCE = 60
const day = z.iso.date()
const instructorId = z.uuid().describe('The id of a coach, as `search_coaches` lists it')
const bookingId = z.uuid().describe('The id of a lesson, as `list_lessons` lists it')

/** What is chosen about a lesson before it is priced. */
const lessonShape = {
  instructorId,
  durationMinutes: z.int().min(15).max(480).describe('One of the `durations` of the coach, in minutes'),
  locationId: z.uuid().optional().describe('One of the `locations` of the coach; the first one when omitted'),
  lessonType: z.enum(bookableTypes).optional().describe('A private lesson when omitted'),
}

/** Adds the tools that an access token may use to a server. */
type AddTool = <Input extends z.ZodObject>(name: string, tool: Tool<Input>) => void

/**
 * The server of the Model Context Protocol for one request. Its tools are calls of the public API, which checks access, scopes and
 * limits; a token sees only the tools that its scopes allow.
 * @param scopes of the access token; null without a token
 * @param now milliseconds since 1970, UTC
 * @param onFailure called with errors that are not the caller's
 */
export function assistantServer(
  client: PublicApiClient,
  {
    scopes,
    now,
    onFailure,
  }: { scopes: readonly string[] | null; now: number; onFailure: (error: unknown) => void },
): McpServer {
  const server = new McpServer(
    { name: 'greenside', title: siteName, version: '1.0.0' },
    {
      instructions:
        'Finds golf coaches near a ZIP code and books lessons. Amounts are in cents of US dollars. Times are in UTC; each list names the time zone of the place. Read the price and terms to the person before holding a time. A held time is a lesson only after a person has paid at its checkoutUrl.',
    },
  )
  const add: AddTool = (name, { title, description, scope, input, isRead, run }) => {
    if (scope !== 'any' && !scopes?.includes(scope)) return
    const inputSchema: z.ZodObject = input
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema,
        annotations: {
          readOnlyHint: isRead,
          destructiveHint: !isRead,
          idempotentHint: isRead,
          openWorldHint: false,
        },
      },
      async (given) => {
        try {
          const result = await run(client, input.parse(given))
          return {
            content: [{ type: 'text', text: JSON.stringify(result) }],
            structuredContent: { ...result },
          }
        } catch (error) {
          const { code, message, issues } = readProblem(error)
          if (code === 'internal' || code === 'offline') onFailure(error)
          const text = message ?? 'Something went wrong. Please try again.'
          return {
            isError: true,
            content: [{ type: 'text', text: JSON.stringify({ code, message: text, issues }) }],
          }
        }
      },
    )
  }
  addFindingTools(add, now)
  addBookingTools(add)
  return server
}

function addFindingTools(add: AddTool, now: number): void {
  add('resolve_date', {
    title: 'Resolve a date',
    description:
      'Turns words like "Saturday morning" or "next Friday at 3 pm" into dates, and says which day it is today where the lesson takes place.',
    scope: 'any',
    isRead: true,
    input: z.object({
      words: z.string().min(1).max(200).describe('What the person said about the day and the time'),
      timeZone: z
        .string()
        .refine(isZone, 'Use an IANA name, such as America/New_York')
        .describe('Where the lesson takes place: an IANA name'),
    }),
    run: async (_, { words, timeZone }) => resolveDate(words, { timeZone, now }),
  })

  add('search_coaches', {
    title: 'Find coaches',
    description:
      'Lists coaches within 50 miles of a US ZIP code, nearest first unless `sort` says otherwise, with their price for an hour. Without a ZIP code, it lists all coaches.',
    scope: 'any',
    isRead: true,
    input: searchSchema.omit({ page: true }).extend({
      cursor: z.string().max(200).optional().describe('`nextCursor` of the page before'),
    }),
    async run(client, input) {
      const { items, nextCursor } = await client.listCoaches(input)
      return {
        coaches: items.map(
          ({
            id,
            name,
            rating,
            reviewCount,
            hourlyRateCents,
            distance,
            closestLocation,
            specialties,
            instantBookEnabled,
          }) => ({
            ...{
              id,
              name,
              rating,
              reviewCount,
              hourlyRateCents,
              specialties,
              canBookAtOnce: instantBookEnabled,
            },
            miles: distance === null ? null : Math.round(distance * 10) / 10,
            place: closestLocation?.name ?? null,
          }),
        ),
        nextCursor,
      }
    },
  })

  add('get_coach', {
    title: 'Look at a coach',
    description: 'The lengths, places, specialties, time zone and cancellation terms of a coach.',
    scope: 'any',
    isRead: true,
    input: z.object({ instructorId }),
    async run(client, input) {
      const coach = await client.getCoach(input)
      const { id, name, bio, hourlyRateCents, durations, groupLessons, playingRateCents, playingMinutes } =
        coach
      const { specialties, credentials, rating, reviewCount, cancellationPolicy, zone, noticeHours } = coach
      return {
        ...{ id, name, bio, hourlyRateCents, durations, groupLessons, playingRateCents, playingMinutes },
        ...{ specialties, credentials, rating, reviewCount, cancellationPolicy, timeZone: zone, noticeHours },
        locations: coach.locations.map((one) => ({
          id: one.id,
          name: one.name,
          address: one.address,
          timeZone: one.zone,
        })),
      }
    },
  })

  add('list_open_times', {
    title: 'List open times',
    description: `The times at which a coach can be booked, ${TIMES_AT_ONCE} at most, and the questions to answer when one is held.`,
    scope: 'any',
    isRead: true,
    input: z
      .object({
        ...lessonShape,
        from: day.optional().describe('The first day, in the time zone of the place'),
        to: day.optional().describe('The last day'),
      })
      .omit({ lessonType: true }),
    async run(client, { from, to, ...lesson }) {
      const list = await client.listOpenTimes(lesson)
      const times = list.days
        .filter(({ date }) => (!from || date >= from) && (!to || date <= to))
        .flatMap(({ slots }) => slots.map(({ start }) => ({ start, local: formatMoment(start, list.zone) })))
      return {
        timeZone: list.zone,
        times: times.slice(0, TIMES_AT_ONCE),
        more: Math.max(0, times.length - TIMES_AT_ONCE),
        firstOpenDay: list.firstBookableDate,
        questions: list.questions,
        canBookAtOnce: list.mayBook,
      }
    },
  })

  add('get_quote', {
    title: 'Get a price',
    description: 'The price and the cancellation terms of a lesson. Nothing is held.',
    scope: 'any',
    isRead: true,
    input: z.object(lessonShape),
    async run(client, input) {
      const { title, priceCents, lines, policy, policyText } = await client.quote(input)
      return { title, priceCents, lines, cancellationPolicy: policy, terms: policyText }
    },
  })
}

function addBookingTools(add: AddTool): void {
  add('hold_time', {
    title: 'Hold a time',
    description:
      'Holds an open time for 15 minutes and returns the address of its checkout. Nothing is charged here: a person opens checkoutUrl and pays, and then the lesson is booked.',
    scope: 'bookings:write',
    isRead: false,
    input: z.object({
      ...lessonShape,
      start: z.iso.datetime({ offset: true }).describe('A `start` of `list_open_times`'),
      priceCents: z.int().min(0).describe('The price of `get_quote` that the person agreed to'),
      cancellationPolicy: z
        .enum(cancellationPolicies)
        .describe('The terms of `get_quote` that the person agreed to'),
      note: z.string().max(500).optional().describe('A note for the coach'),
      answers: answersField.optional().describe('Answers to the questions of `list_open_times`'),
      golferId: z.uuid().optional().describe('Who plays, when it is another golfer of the account'),
      idempotencyKey: z
        .string()
        .min(8)
        .max(80)
        .optional()
        .describe('The same key again returns the same lesson'),
    }),
    async run(client, { priceCents, cancellationPolicy, idempotencyKey = randomUUID(), ...lesson }) {
      const terms = { expectedPriceCents: priceCents, expectedPolicy: cancellationPolicy }
      return await client.book({ ...lesson, ...terms, idempotencyKey })
    },
  })

  add('list_lessons', {
    title: 'List lessons',
    description: 'The lessons of the owner of the access token, upcoming or past.',
    scope: 'bookings:read',
    isRead: true,
    input: z.object({
      when: z.enum(['upcoming', 'past']).default('upcoming'),
      cursor: z.string().max(200).optional().describe('`nextCursor` of the page before'),
    }),
    async run(client, input) {
      const { items, nextCursor } = await client.listBookings(input)
      return {
        lessons: items.map(
          ({ id, title, start, durationMinutes, zone, status, coach, student, golfer, checkoutUrl }) => ({
            ...{
              id,
              title,
              start,
              local: formatMoment(start, zone),
              durationMinutes,
              timeZone: zone,
              status,
            },
            ...{ coach: coach.name, student: student.name, golfer: golfer?.name ?? null, checkoutUrl },
          }),
        ),
        nextCursor,
      }
    },
  })

  add('preview_cancellation', {
    title: 'See what cancelling costs',
    description: 'What comes back when a lesson is cancelled now. Nothing is changed.',
    scope: 'bookings:read',
    isRead: true,
    input: z.object({ bookingId }),
    run: async (client, input) => await client.previewCancellation(input),
  })

  add('cancel_lesson', {
    title: 'Cancel a lesson',
    description:
      'Cancels a lesson. When something else comes back than the person agreed to, it is not cancelled.',
    scope: 'bookings:write',
    isRead: false,
    input: z.object({
      bookingId,
      refundCents: z
        .int()
        .min(0)
        .describe('`refundCents` of `preview_cancellation` that the person agreed to'),
      returnsCredit: z
        .boolean()
        .describe('`returnsCredit` of `preview_cancellation`: the lesson goes back to its package'),
      message: z.string().max(500).optional().describe('For the other side'),
    }),
    run: async (client, { refundCents, returnsCredit, ...lesson }) =>
      await client.cancelBooking({
        ...lesson,
        expectedRefundCents: refundCents,
        expectedReturnsCredit: returnsCredit,
      }),
  })

  add('send_message', {
    title: 'Write to a coach',
    description: 'Sends a message to a coach as the owner of the access token.',
    scope: 'messages:write',
    isRead: false,
    input: z.object({ instructorId, text: z.string().min(1).max(5_000) }),
    run: async (client, { text, ...to }) =>
      await client.startConversation({ ...to, content: text, clientId: randomUUID() }),
  })
}
