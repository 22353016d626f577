import { z } from 'zod'
import { charlotteDay, charlotteTime } from './now.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
interface Shape {
  type?: string
  format?: string
  pattern?: string
  enum?: Json[]
  const?: Json
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  prefixItems?: Shape[]
  minLength?: number
  minimum?: number
  minItems?: number
  default?: Json
}

/** Returns the value for a field name, or undefined. */
export type Known = (field: string) => Json | undefined

/**
 * Generates input that a procedure accepts: every field is set, known names to known values and the rest to minimal values. Tests over all
 * procedures use it instead of hand-written bodies.
 * @param without names of fields that are left out where they are optional
 */
export function sampleInput(schema: z.ZodType, known: Known, without: readonly string[] = []): Json {
  const shape = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Shape
  return sample(withoutOptional(shape, without), '', known)
}

function withoutOptional(shape: Shape, names: readonly string[]): Shape {
  const { properties = {}, required = [] } = shape
  const kept = Object.entries(properties).filter(([name]) => required.includes(name) || !names.includes(name))
  return shape.properties ? { ...shape, properties: Object.fromEntries(kept) } : shape
}

function sample(shape: Shape, field: string, known: Known): Json {
  const given = known(field)
  if (given !== undefined && (given !== null || isNullable(shape))) return given
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0] ?? null
  if (shape.allOf) return Object.assign({}, ...shape.allOf.map((part) => sample(part, field, known)))
  const choice = shape.anyOf?.[0] ?? shape.oneOf?.[0]
  if (choice) return sample(choice, field, known)
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {}).map(([name, part]) => [name, sample(part, name, known)]),
      )
    case 'array':
      if (shape.prefixItems) return shape.prefixItems.map((part) => sample(part, field, known))
      return shape.items
        ? Array.from({ length: Math.max(1, shape.minItems ?? 0) }, () =>
            sample(shape.items ?? {}, field, known),
          )
        : []
    case 'integer':
    case 'number':
      return shape.minimum ?? 1
    case 'boolean':
      return true
    default:
      return sampleText(shape)
  }
}

const isNullable = ({ anyOf, oneOf }: Shape) =>
  [...(anyOf ?? []), ...(oneOf ?? [])].some(({ type }) => type === 'null')

function sampleText({ format, pattern, minLength }: Shape): string {
  if (format === 'uuid') return crypto.randomUUID()
  if (format === 'email') return 'eve@strangers.test'
  if (format === 'date-time') return charlotteTime(17, 10)
  if (format === 'date' || pattern?.includes('\\d{4}-')) return charlotteDay(17)
  if (pattern?.endsWith('-(0[1-9]|1[0-2])$')) return charlotteDay(17).slice(0, 7)
  if (format === 'time' || pattern?.includes(':')) return '22:00'
  if (format === 'uri') return 'https://strangers.test/x'
  return 'x'.repeat(Math.max(1, minLength ?? 1))
}
