import { z } from 'zod'
import { admin } from '#ports/services.ts'
import { readClosing } from '../account-deletion/commands.ts'
import { closingSchema } from '../account-deletion/schema.ts'
import {
  closeForPerson,
  exportForPerson,
  removeLostSecondFactor,
  setAdmin,
  signOutEverywhere,
} from './commands.ts'
import { closeForPersonSchema, onUserSchema, setAdminSchema } from './schema.ts'

const tags = ['Back office']
const done = z.object({ ok: z.literal(true) })
const ok = { ok: true } as const

/** Admin actions on accounts, each with a reason. */
export const adminActsApi = {
  setAdmin: admin
    .route({
      method: 'PUT',
      path: '/admin/users/{userId}/admin',
      tags,
      summary: 'Give or remove the admin role',
    })
    .input(setAdminSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor, audit } }) => {
      await setAdmin(services, { actor, audit }, input)
      return ok
    }),

  takeSecondFactorAway: admin
    .route({
      method: 'POST',
      path: '/admin/users/{userId}/second-factor/removal',
      tags,
      summary: 'Take a lost second step away',
    })
    .input(onUserSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor, audit } }) => {
      await removeLostSecondFactor(services, { actor, audit }, input.userId)
      return ok
    }),

  signOutEverywhere: admin
    .route({
      method: 'POST',
      path: '/admin/users/{userId}/sign-out',
      tags,
      summary: 'Sign a user out everywhere',
    })
    .input(onUserSchema)
    .output(z.object({ ended: z.int() }))
    .handler(async ({ input, context: { services, actor, audit } }) => ({
      ended: await signOutEverywhere(services, { actor, audit }, input.userId),
    })),

  closingOf: admin
    .route({
      method: 'GET',
      path: '/admin/users/{userId}/closure',
      tags,
      summary: 'What ends and is paid back when an account is deleted, and what prevents it',
    })
    .input(z.object({ userId: z.uuid() }))
    .output(closingSchema)
    .handler(({ input, context: { services } }) => readClosing(services, input.userId, 'admin')),

  closeForPerson: admin
    .route({
      method: 'POST',
      path: '/admin/users/{userId}/closure',
      tags,
      summary: 'Delete an account at its owner’s request',
    })
    .input(closeForPersonSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor, audit } }) => {
      await closeForPerson(services, { actor, audit }, input)
      return ok
    }),

  exportForPerson: admin
    .route({
      method: 'POST',
      path: '/admin/users/{userId}/export',
      tags,
      summary: 'Everything that is stored about a user, as a JSON file',
    })
    .input(onUserSchema)
    .output(z.file())
    .handler(({ input, context: { services, actor, audit } }) =>
      exportForPerson(services, { actor, audit }, input.userId),
    ),
}
