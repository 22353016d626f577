import { z } from 'zod'
import { toIso } from '#platform/time.ts'
import { coach } from '#ports/services.ts'
import { noteShare, setDismissed } from './commands.ts'
import { readCoachFacts } from './queries.ts'
import { type ShownTask, taskListSchema } from './schema.ts'
import { listTasks, type Task } from './task.ts'

export const tasksApi = {
  list: coach
    .route({
      method: 'GET',
      path: '/coach/tasks',
      tags: ['Coaches'],
      summary: 'What waits for you as a coach',
    })
    .output(taskListSchema)
    .handler(async ({ context: { services, actor } }) => {
      const now = services.clock.now()
      const { facts, firstSteps } = await readCoachFacts(services.db, actor.userId, now)
      return { tasks: listTasks(facts, now).map(toShown), firstSteps }
    }),

  noteShare: coach
    .route({
      method: 'POST',
      path: '/coach/first-steps/share',
      tags: ['Coaches'],
      summary: 'You passed your public page on',
    })
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ context: { services, actor } }) => {
      await noteShare(services, actor.userId)
      return { ok: true as const }
    }),

  dismissFirstSteps: coach
    .route({
      method: 'PUT',
      path: '/coach/first-steps',
      tags: ['Coaches'],
      summary: 'Put the list of your first steps away, or bring it back',
    })
    .input(z.object({ isDismissed: z.boolean() }))
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      await setDismissed(services, actor.userId, input.isDismissed)
      return { ok: true as const }
    }),
}

function toShown(task: Task): ShownTask {
  switch (task.kind) {
    case 'hidden':
    case 'calendar':
    case 'conversation':
    case 'bank_account':
      return task
    case 'changes':
      return { ...task, expiresAt: toIso(task.expiresAt) }
    case 'video_review':
      return { ...task, dueAt: toIso(task.dueAt) }
    case 'problem':
      return { ...task, lessonStart: toIso(task.lessonStart) }
    case 'outcome':
      return { ...task, lessonStart: toIso(task.lessonStart), completesAt: toIso(task.completesAt) }
    case 'note':
      return { ...task, lessonStart: toIso(task.lessonStart), opensAt: toIso(task.opensAt) }
  }
}
