/** The parts of an OpenAPI 3.1 document that are changed after it is generated. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  security: Record<string, string[]>[]
  paths: Record<string, Record<string, Operation>>
  components?: {
    schemas?: Record<string, Schema>
    responses?: Record<string, Response>
    securitySchemes?: Record<string, object>
  }
}

type Schema = Record<string, unknown>
interface Response {
  description: string
  headers?: Record<string, object>
  content?: Record<string, { schema?: Schema }>
}
interface Operation {
  operationId: string
  description?: string
  security?: Record<string, string[]>[]
  parameters?: object[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses: Record<string, Response | { $ref: string }>
}

interface Shape {
  /** The common prefix of all paths, which the server's URL already contains. */
  prefix: string
  /** The media type and the schema of errors. */
  errorType: string
  errorSchema: string
  securitySchemes: Record<string, object>
  /** Who may call the operation with this id. */
  accessOf(operationId: string): { isOpen: boolean; scope: string | null }
}

const errors = {
  '400': ['BadInput', 'A field is missing or wrong.'],
  '401': ['NotSignedIn', 'Not signed in, or the token is no longer valid.'],
  '403': ['NotAllowed', 'This account or token does not have permission.'],
  '404': ['NotFound', 'Not found, or it belongs to someone else.'],
  '409': ['Conflict', 'The request conflicts with the current state; `code` says why.'],
  '429': ['TooMany', 'Too many requests. Wait for the time in Retry-After.'],
  '503': ['Unavailable', 'Temporarily unavailable. Wait for the time in Retry-After.'],
} as const

/** Adds what the generator does not know: access rules, the error format, and a name for every body. */
export function tidy(generated: OpenApiDocument, shape: Shape): OpenApiDocument {
  const document = withoutArtificialRules(generated)
  const schemas = document.components?.schemas ?? {}
  const responses = Object.fromEntries(
    Object.entries(errors).map(([status, [name, description]]) => [
      name,
      {
        description,
        ...(status === '429' || status === '503'
          ? { headers: { 'Retry-After': { description: 'In seconds', schema: { type: 'integer' } } } }
          : {}),
        content: { [shape.errorType]: { schema: refTo(shape.errorSchema) } },
      },
    ]),
  )
  document.components = { schemas, responses, securitySchemes: shape.securitySchemes }
  document.paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => [path.slice(shape.prefix.length), item]),
  )
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item)) {
      nameBodies(operation, schemas)
      describeAccess(operation, shape)
      addErrors(operation, { path, method, isOpen: shape.accessOf(operation.operationId).isOpen })
    }
  return document
}

/** Names the schemas of request and response bodies that have no name. */
function nameBodies(operation: Operation, schemas: Record<string, Schema>) {
  const base = operation.operationId
    .split('.')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
  const nameIn = (content: Record<string, { schema?: Schema }> | undefined, name: string) => {
    for (const media of Object.values(content ?? {})) {
      if (media.schema?.type !== 'object') continue
      schemas[name] = media.schema
      media.schema = refTo(name)
    }
  }
  nameIn(operation.requestBody?.content, `${base}Request`)
  for (const response of Object.values(operation.responses))
    if ('description' in response) nameIn(response.content, `${base}Response`)
}

function describeAccess(operation: Operation, { accessOf, securitySchemes }: Shape) {
  const { isOpen, scope } = accessOf(operation.operationId)
  const [scheme = ''] = Object.keys(securitySchemes)
  const isForScope = scope !== null && scope !== 'any'
  operation.security = [...(isOpen ? [{}] : []), { [scheme]: isForScope ? [scope] : [] }]
  if (isForScope)
    operation.description = [operation.description, `Needs the scope \`${scope}\`.`].filter(Boolean).join(' ')
}

function addErrors(
  operation: Operation,
  { path, method, isOpen }: { path: string; method: string; isOpen: boolean },
) {
  const takesInput = operation.parameters !== undefined || operation.requestBody !== undefined
  const applies: Record<keyof typeof errors, boolean> = {
    '400': takesInput,
    '401': true,
    '403': !isOpen || method !== 'get',
    '404': path.includes('{') || operation.requestBody !== undefined,
    '409': method !== 'get',
    '429': true,
    '503': true,
  }
  for (const [status, [name]] of Object.entries(errors))
    if (applies[status as keyof typeof errors])
      operation.responses[status] ??= { $ref: `#/components/responses/${name}` }
}

const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

const ownFormats = new Set<unknown>(['uuid', 'date-time', 'date', 'email'])

/** Removes the limits of safe integers, which are not our own rules, and patterns that duplicate a format. */
function withoutArtificialRules<Node>(node: Node): Node {
  if (Array.isArray(node)) return node.map((part: unknown) => withoutArtificialRules(part)) as Node
  if (typeof node !== 'object' || node === null) return node
  const rules = node as Record<string, unknown>
  const isArtificial = (name: string, value: unknown) =>
    (name === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (name === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
    (name === 'pattern' && typeof value === 'string' && ownFormats.has(rules.format))
  return Object.fromEntries(
    Object.entries(rules)
      .filter(([name, value]) => !isArtificial(name, value))
      .map(([name, value]) => [name, withoutArtificialRules(value)]),
  ) as Node
}
