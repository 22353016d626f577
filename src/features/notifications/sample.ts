import type { MessageKind } from '#platform/message-kind.ts'
import type { Services } from '#ports/services.ts'
import type { Letter } from './letter.ts'

/**
 * Samples show letters with fictional people, in the gallery, in the template editor and in tests. Each feature declares its samples in
 * `letter-samples.ts`.
 */

/** A message for one possible event, filled in with fictional people. */
export interface Sample {
  /** The event, as a heading in the gallery. */
  title: string
  to: 'student' | 'coach' | 'visitor' | 'anybody'
  kind: MessageKind
  letter: Letter
}

export interface SampleGroup {
  name: string
  samples: Sample[]
}

/** The data from which samples are made. `now` in milliseconds since 1970, UTC. */
export interface SampleWorld {
  env: Services['env']
  now: number
}

export const sampleOf = (to: Sample['to'], kind: MessageKind, title: string, letter: Letter): Sample => ({
  title,
  to,
  kind,
  letter,
})

export const people = {
  student: 'Sam Rivera',
  coach: 'Coach Maya',
  coachName: 'Maya Bennett',
  zone: 'America/New_York',
  coachId: '0199aaaa-0000-7000-8000-000000000001',
  conversationId: '0199aaaa-0000-7000-8000-000000000002',
}

/** The conversation of the two. */
export const sampleConversation = (appUrl: string) => `${appUrl}/inbox?conversation=${people.conversationId}`
