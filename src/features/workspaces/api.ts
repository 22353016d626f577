import { z } from 'zod'
import { coach, open, signedIn, student } from '#ports/services.ts'
import { findWorkspace, findWorkspaceById } from './access.ts'
import { readMeasuredProgress, setConsent } from './consents.ts'
import {
  assignDrill,
  endDrill,
  logPractice,
  removeDrill,
  removePractice,
  restorePractice,
  saveDrill,
  tickDrill,
} from './drill-commands.ts'
import {
  changeGoal,
  recordValue,
  setGoal,
  setGoalStatus,
  strikeValue,
  workspaceOfGoal,
} from './goal-commands.ts'
import { listWorkspaces } from './listed-workspaces.ts'
import { notesApi } from './note-api.ts'
import { saveCard, shareCard } from './note-commands.ts'
import { listDrills, listGoalHistory, markSeen, readWorkspace } from './queries.ts'
import { listWorkspacesSchema, readWorkspaceSchema } from './read-schema.ts'
import {
  assignDrillSchema,
  changeGoalSchema,
  consentSchema,
  doneSchema,
  drillSchema,
  endDrillSchema,
  eventListSchema,
  goalStatusSchema,
  logPracticeSchema,
  madeSchema,
  measuredProgressSchema,
  pairSchema,
  recordValueSchema,
  removeDrillSchema,
  removePracticeSchema,
  saveCardSchema,
  saveDrillSchema,
  setGoalSchema,
  shareCardSchema,
  strikeValueSchema,
  tickSchema,
  versionSchema,
  workspaceListSchema,
  workspaceSchema,
} from './schema.ts'
import { shotsApi } from './shots/api.ts'

const tags = ['Workspaces']
const done = { ok: true } as const
const ofPair = '/workspaces/{instructorId}/{studentId}' as const

/**
 * The API for the work of a coach and a student between lessons. Users other than the two members get a
 * not-found error.
 */
export const workspacesApi = {
  ...shotsApi,
  ...notesApi,

  measuredProgress: open
    .route({
      method: 'GET',
      path: '/coaches/{instructorId}/measured-progress',
      tags: ['Coaches'],
      summary: 'What students of a coach measured, as far as they let it be shown',
    })
    .input(z.object({ instructorId: z.uuid() }))
    .output(measuredProgressSchema)
    .handler(({ input, context: { services } }) => readMeasuredProgress(services.db, input.instructorId)),

  setConsent: student
    .route({
      method: 'PUT',
      path: `${ofPair}/consent`,
      tags,
      summary: 'Decide what your coach may show of your measured progress',
    })
    .meta({ forPersonAlone: true })
    .input(consentSchema)
    .output(doneSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await setConsent(services, actor, input)
      return done
    }),

  list: signedIn
    .route({ method: 'GET', path: '/workspaces', tags, summary: 'Who you work with, and what is new' })
    .input(listWorkspacesSchema)
    .output(workspaceListSchema)
    .handler(({ input, context: { services, actor } }) => listWorkspaces(services, actor, input)),

  get: signedIn
    .route({ method: 'GET', path: ofPair, tags, summary: 'All of a workspace of yours' })
    .input(readWorkspaceSchema)
    .output(workspaceSchema)
    .handler(({ input, context: { services, actor } }) => readWorkspace(services, actor, input, input)),

  seen: signedIn
    .route({ method: 'POST', path: `${ofPair}/seen`, tags, summary: 'Say that you saw what is new' })
    .input(pairSchema)
    .output(doneSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await markSeen(services, await findWorkspace(services, actor, input))
      return done
    }),

  saveCard: coach
    .route({
      method: 'PUT',
      path: '/lessons/{bookingId}/card',
      tags,
      summary: 'Keep what you write about a lesson; the student sees it once you share it',
    })
    .input(saveCardSchema)
    .output(versionSchema)
    .handler(async ({ input, context: { services, actor } }) => ({
      version: await saveCard(services, actor, input),
    })),

  shareCard: coach
    .route({
      method: 'POST',
      path: '/lessons/{bookingId}/card/shared',
      tags,
      summary: 'Share with the student what you wrote about a lesson, your private note aside',
    })
    .input(shareCardSchema)
    .output(versionSchema)
    .handler(async ({ input, context: { services, actor } }) => ({
      version: await shareCard(services, actor, input),
    })),

  setGoal: signedIn
    .route({ method: 'POST', path: `${ofPair}/goals`, tags, summary: 'Set a goal', successStatus: 201 })
    .input(setGoalSchema)
    .output(madeSchema)
    .handler(async ({ input, context: { services, actor } }) => ({
      id: await setGoal(services, actor, input),
    })),

  changeGoal: signedIn
    .route({ method: 'PUT', path: '/goals/{goalId}', tags, summary: 'Change a goal; its history stays' })
    .input(changeGoalSchema)
    .output(versionSchema)
    .handler(async ({ input, context: { services, actor } }) => ({
      version: await changeGoal(services, actor, input),
    })),

  setGoalStatus: signedIn
    .route({
      method: 'PUT',
      path: '/goals/{goalId}/status',
      tags,
      summary: 'Mark a goal as reached or dropped, or open it again',
    })
    .input(goalStatusSchema)
    .output(doneSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await setGoalStatus(services, actor, input)
      return done
    }),

  recordValue: signedIn
    .route({
      method: 'POST',
      path: '/goals/{goalId}/values',
      tags,
      summary: 'Record where the student is; older values stay',
      successStatus: 201,
    })
    .input(recordValueSchema)
    .output(madeSchema)
    .handler(async ({ input, context: { services, actor } }) => ({
      id: await recordValue(services, actor, input),
    })),

  strikeValue: signedIn
    .route({
      method: 'PUT',
      path: '/goal-values/{valueId}/struck',
      tags,
      summary: 'Strike out a value you recorded by mistake, or take that back',
    })
    .input(strikeValueSchema)
    .output(doneSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await strikeValue(services, actor, input)
      return done
    }),

  goalHistory: signedIn
    .route({ method: 'GET', path: '/goals/{goalId}/history', tags, summary: 'Who changed what of a goal' })
    .input(z.object({ goalId: z.uuid() }))
    .output(eventListSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const workspaceId = await workspaceOfGoal(input.goalId)(services.db)
      const workspace = await findWorkspaceById(services, actor, workspaceId)
      return await listGoalHistory(services.db, workspace, input.goalId, actor.userId)
    }),

  drills: coach
    .route({ method: 'GET', path: '/coach/drills', tags, summary: 'Your library of drills' })
    .output(z.array(drillSchema))
    .handler(({ context: { services, actor } }) => listDrills(services.db, actor.userId)),

  saveDrill: coach
    .route({ method: 'PUT', path: '/coach/drills', tags, summary: 'Write a drill, or rewrite one' })
    .input(saveDrillSchema)
    .output(madeSchema)
    .handler(async ({ input, context: { services, actor } }) => ({
      id: await saveDrill(services, actor, input),
    })),

  removeDrill: coach
    .route({
      method: 'PUT',
      path: '/coach/drills/{drillId}/removed',
      tags,
      summary: 'Take a drill out of your library, or put it back; students keep what they have',
    })
    .input(removeDrillSchema)
    .output(doneSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await removeDrill(services, actor, input)
      return done
    }),

  assignDrill: coach
    .route({
      method: 'POST',
      path: `${ofPair}/drills`,
      tags,
      summary: 'Give a student a drill of your library',
      successStatus: 201,
    })
    .input(assignDrillSchema)
    .output(madeSchema)
    .handler(async ({ input, context: { services, actor } }) => ({
      id: await assignDrill(services, actor, input),
    })),

  endDrill: coach
    .route({
      method: 'PUT',
      path: '/assigned-drills/{assignedDrillId}/ended',
      tags,
      summary: 'End a drill, or let it go on',
    })
    .input(endDrillSchema)
    .output(doneSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await endDrill(services, actor, input)
      return done
    }),

  tick: student
    .route({
      method: 'PUT',
      path: '/assigned-drills/{assignedDrillId}/ticks',
      tags,
      summary: 'Tick a day of a drill, or take the tick back',
    })
    .input(tickSchema)
    .output(doneSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await tickDrill(services, actor, input)
      return done
    }),

  logPractice: student
    .route({
      method: 'POST',
      path: `${ofPair}/practice`,
      tags,
      summary: 'Write down what you practiced',
      successStatus: 201,
    })
    .input(logPracticeSchema)
    .output(madeSchema)
    .handler(async ({ input, context: { services, actor } }) => ({
      id: await logPractice(services, actor, input),
    })),

  removePractice: student
    .route({
      method: 'DELETE',
      path: '/practice/{practiceId}',
      tags,
      summary: 'Take an entry out of your practice log',
    })
    .input(removePracticeSchema)
    .output(doneSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await removePractice(services, actor, input.practiceId)
      return done
    }),

  restorePractice: student
    .route({
      method: 'POST',
      path: '/practice/{practiceId}/restoration',
      tags,
      summary: 'Put an entry back into your practice log',
    })
    .input(removePracticeSchema)
    .output(doneSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await restorePractice(services, actor, input.practiceId)
      return done
    }),
}
