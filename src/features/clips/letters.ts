import { z } from 'zod'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, page, paragraph } from '#features/notifications/letter-markup.ts'
import { findClipRow } from './access.ts'

/** The notification about clips. */

export const clipKind = defineNotificationKind({
  id: 'clip',
  setting: {
    label: 'Clips',
    description:
      'New clips, voice-overs, drawings and comments on your swing videos. What comes together is one message, and what you have seen is none.',
    audience: 'everybody',
    isTransactional: false,
    texts: 'none',
    icon: 'video',
  },
  about: z.object({ what: z.literal('clips'), clipId: z.uuid() }),
  goodForDays: 14,
  check: async ({ db }, { clipId }, { userId }) => ({
    why: userId && (await findClipRow(db, userId, clipId)) ? null : 'the clip is gone, or is shared no more',
  }),
})

export const clipKinds = [clipKind]

export const newClips = defineLetter({
  key: 'new-clips',
  needs: ['clip_url'],
  variables: ['author_name', 'what_is_new', 'clip_url'],
  email: {
    name: 'New clips, drawings and comments',
    subject: '{{author_name}} added {{what_is_new}}',
    html: page('New from {{author_name}}', [
      paragraph('{{author_name}} added {{what_is_new}} to the clips the two of you share.'),
      button('Open the clip', 'clip_url'),
    ]),
  },
})

export const clipLetters = [newClips]
