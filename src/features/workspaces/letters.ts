import { z } from 'zod'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, page, paragraph } from '#features/notifications/letter-markup.ts'
import { areStanding, isUnseen } from './queries.ts'

/** The notification about the other member's changes in a workspace. */

export const workspaceNewsKind = defineNotificationKind({
  id: 'workspace_news',
  setting: {
    label: 'Collaborate',
    description: 'Lesson notes, goals, drills and comments, grouped. Practice alone is never sent.',
    audience: 'everybody',
    isTransactional: false,
    texts: 'none',
    icon: 'document',
  },
  about: z.object({
    what: z.literal('workspace'),
    workspaceId: z.uuid(),
    upTo: z.int(),
    /** The events that the message names. Missing in messages of a previous version. */
    eventIds: z.array(z.int()).optional(),
  }),
  goodForDays: 14,
  check: async ({ db }, { workspaceId, upTo, eventIds }, { userId }) => {
    if (!userId || !(await isUnseen(db, workspaceId, userId, { upTo, eventIds })))
      return { why: 'it was seen' }
    return { why: (await areStanding(db, eventIds ?? [])) ? null : 'some of it was undone' }
  },
})

export const workspaceKinds = [workspaceNewsKind]

export const workspaceNews = defineLetter({
  key: 'workspace-news',
  needs: ['workspace_url'],
  variables: ['other_name', 'news', 'workspace_url'],
  email: {
    name: 'What is new in a workspace',
    subject: 'New from {{other_name}}',
    html: page('New from {{other_name}}', [
      `<blockquote style="margin:0 0 24px;padding:16px 20px;border-radius:14px;background:#f3ecdf;white-space:pre-line">{{news}}</blockquote>`,
      button('Open the workspace', 'workspace_url'),
      paragraph('What happens within a few minutes comes in one letter.'),
    ]),
  },
})

export const workspaceLetters = [workspaceNews]
