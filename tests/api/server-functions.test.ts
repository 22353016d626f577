import { expect, test } from 'vitest'
import { z } from 'zod'
import { addCoach } from '../support/people.ts'
import { testProduct } from '../support/product.ts'

/**
 * The server functions of the specification: inputs and outputs as far as specified, and who may call them.
 * The last two numbers are the status of an empty request by a visitor, and by a student.
 */
const functions: Record<string, { takes: string[]; gives: string[]; nobody: number; student: number }> = {
  'send-trial-interest': {
    takes: ['fullName', 'email', 'phone', 'businessName', 'message'],
    gives: [],
    nobody: 400,
    student: 400,
  },
  'send-welcome-email': { takes: ['email', 'fullName', 'userType'], gives: [], nobody: 401, student: 403 },
  'send-message-notification': { takes: ['messageId'], gives: [], nobody: 401, student: 400 },
  'google-calendar-availability': {
    takes: ['instructorId', 'date', 'duration'],
    gives: ['slots'],
    nobody: 400,
    student: 400,
  },
  'create-instant-booking-payment': {
    takes: [
      'instructorId',
      'instructorName',
      'lessonDate',
      'durationMinutes',
      'priceAmount',
      'discountPercentage',
      'packageContext',
      'location',
    ],
    gives: ['url'],
    nobody: 401,
    student: 400,
  },
  get_instructor_genders: { takes: [], gives: ['user_id', 'gender'], nobody: 200, student: 200 },
  'send-support-notification': {
    takes: ['ticketId', 'adminResponse'],
    gives: [],
    nobody: 401,
    student: 403,
  },
  'send-quiz-reengagement': { takes: ['email'], gives: [], nobody: 401, student: 403 },
  'test-email-template': { takes: ['templateKey', 'testEmail'], gives: [], nobody: 401, student: 403 },
  'find-nearby-instructors': {
    takes: ['location', 'maxDistance'],
    gives: ['instructors'],
    nobody: 400,
    student: 400,
  },
  'sync-klaviyo-profile': { takes: ['syncAll'], gives: ['synced', 'failed'], nobody: 401, student: 403 },
  'create-enterprise-demo-data': {
    takes: [],
    gives: ['instructors', 'students', 'credentials'],
    nobody: 401,
    student: 403,
  },
  'geocode-teaching-locations': { takes: [], gives: ['successful', 'failed'], nobody: 401, student: 403 },
}

const product = testProduct()
const operation = z.object({
  requestBody: z.unknown().optional(),
  responses: z.record(z.string(), z.unknown()),
})
const specSchema = z.object({
  paths: z.record(z.string(), z.object({ post: operation.optional() })),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }).optional(),
})
type Spec = z.infer<typeof specSchema>

/** Collects the names of fields in a schema and in those it references. */
function fieldsIn(schema: unknown, spec: Spec, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  return Object.entries(schema).flatMap(([name, part]) => [
    ...(name === 'properties' && typeof part === 'object' && part !== null ? Object.keys(part) : []),
    ...(name === '$ref'
      ? fieldsIn(spec.components?.schemas[String(part).split('/').at(-1) ?? ''], spec, seen)
      : fieldsIn(part, spec, seen)),
  ])
}

test.each(Object.entries(functions))(
  '%s exists, accepts and returns what the specification says, and is closed to others [row 152]',
  async (name, expected) => {
    const spec = specSchema.parse((await product.visitor().get('/api/spec.json')).json)
    const found = spec.paths[`/functions/${name}`]?.post
    expect(found, 'in the API').toBeDefined()
    expect(fieldsIn(found?.requestBody, spec)).toEqual(expect.arrayContaining(expected.takes))
    const good = Object.entries(found?.responses ?? {}).filter(([status]) => status.startsWith('2'))
    expect(fieldsIn(good, spec)).toEqual(expect.arrayContaining(expected.gives))
    const path = `/api/functions/${name}`
    const student = await product.student()
    expect([(await product.visitor().post(path, {})).status, (await student.post(path, {})).status]).toEqual([
      expected.nobody,
      expected.student,
    ])
  },
)

test('there are no other functions', async () => {
  const { paths } = specSchema.parse((await product.visitor().get('/api/spec.json')).json)
  const named = Object.keys(paths).flatMap((path) => /^\/functions\/(.+)$/.exec(path)?.[1] ?? [])
  expect(named.toSorted()).toEqual(Object.keys(functions).toSorted())
  expect((await product.visitor().post('/api/functions/send-anything', {})).status).toBe(404)
})

test('the ZIP code search returns coaches with their closest place and its distance [row 152]', async () => {
  await product.query(`insert into zip_codes (zip, city, state, lat, lng)
    values ('28202', 'Charlotte', 'NC', 35.2271, -80.8431) on conflict do nothing`)
  const { id } = await addCoach(product.database.pool)
  const { status, json } = await product.visitor().get('/api/coaches?zip=28202')
  expect(status).toBe(200)
  const shown = json.coaches.find((one: { id: string }) => one.id === id)
  expect(shown).toMatchObject({ closestLocation: expect.anything(), distance: expect.any(Number) })
})
