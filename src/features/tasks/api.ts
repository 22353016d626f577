import { z } from 'zod'
import { toIso } from '#platform/time.ts'
import { coach } from '#ports/services.ts'
import { readCoachFacts } from './queries.ts'
import { type ShownTask, taskSchema } from './schema.ts'
import { listTasks, type Task } from './task.ts'

export const tasksApi = {
  list: coach
    .route({
      method: 'GET',
      path: '/coach/tasks',
      tags: ['Coaches'],
      summary: 'What waits for you as a coach',
    })
    .output(z.object({ tasks: z.array(taskSchema) }))
    .handler(async ({ context: { services, actor } }) => {
      const now = services.clock.now()
      return { tasks: listTasks(await readCoachFacts(services.db, actor.userId, now), now).map(toShown) }
    }),
}

function toShown(task: Task): ShownTask {
  switch (task.kind) {
    case 'hidden':
    case 'conversation':
    case 'bank_account':
      return task
    case 'changes':
      return { ...task, expiresAt: toIso(task.expiresAt) }
    case 'problem':
      return { ...task, lessonStart: toIso(task.lessonStart) }
    case 'outcome':
      return { ...task, lessonStart: toIso(task.lessonStart), completesAt: toIso(task.completesAt) }
    case 'note':
      return { ...task, lessonStart: toIso(task.lessonStart), opensAt: toIso(task.opensAt) }
  }
}
