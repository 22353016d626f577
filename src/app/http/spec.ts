import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { api } from '#app/api.ts'
import type { Env } from '#platform/env.ts'

let spec: Promise<object> | undefined

/** The OpenAPI document of every procedure, made once. */
export function readSpec(env: Env): Promise<object> {
  spec ??= new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(api, {
    info: {
      title: 'Greenside',
      version: '1',
      description:
        'Find a golf coach, see real open times, book and pay. Sessions are cookies from POST /sessions. ' +
        'Every error carries a stable `code` and a `message` for people.',
    },
    servers: [{ url: `${env.appUrl}/api` }],
  })
  return spec
}
