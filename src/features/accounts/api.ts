import { z } from 'zod'
import { open } from '#ports/services.ts'
import { signIn, signUp } from './commands.ts'
import { findActor } from './queries.ts'
import { meSchema, signInSchema, signUpSchema } from './schema.ts'

const tags = ['Accounts']

export const accountsApi = {
  me: open
    .route({ method: 'GET', path: '/me', tags, summary: 'Who is signed in, or null' })
    .output(meSchema.nullable())
    .handler(({ context }) => context.actor),

  signUp: open
    .route({
      method: 'POST',
      path: '/accounts',
      tags,
      summary: 'Create a student account and sign in',
      successStatus: 201,
    })
    .input(signUpSchema)
    .output(meSchema)
    .handler(async ({ input, context }) => {
      const made = await signUp(context.services, input, { headers: context.request.headers, ip: context.ip })
      copyCookies(made.headers, context.answerHeaders)
      return {
        userId: made.userId,
        role: 'student' as const,
        fullName: input.name,
        email: input.email.toLowerCase(),
      }
    }),

  signIn: open
    .route({
      method: 'POST',
      path: '/sessions',
      tags,
      summary: 'Sign in with email and password',
      successStatus: 201,
    })
    .input(signInSchema)
    .output(meSchema.nullable())
    .handler(async ({ input, context }) => {
      const session = await signIn(context.services, input, {
        headers: context.request.headers,
        ip: context.ip,
      })
      copyCookies(session.headers, context.answerHeaders)
      return await findActor(context.services.db, session.userId)
    }),

  signOut: open
    .route({ method: 'DELETE', path: '/sessions', tags, summary: 'Sign out of this browser' })
    .output(z.object({ signedOut: z.literal(true) }))
    .handler(async ({ context }) => {
      copyCookies(await context.services.sessions.signOut(context.request.headers), context.answerHeaders)
      return { signedOut: true as const }
    }),
}

function copyCookies(from: Headers, to: Headers) {
  for (const cookie of from.getSetCookie()) to.append('set-cookie', cookie)
}
