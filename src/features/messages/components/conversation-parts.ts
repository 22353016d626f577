import { type ComponentType, createContext, useContext } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import type { Conversation } from '../schema.ts'
import type { ShownMessage } from './shown-message.ts'

/** Components of other features displayed in a conversation; provided by the inbox page. */
export interface ConversationParts {
  /** In the header, next to the name: actions of a coach for the student. */
  CoachAction?: ComponentType<{ coachId: string; student: { id: string; name: string } }>
  /** Between the header and the messages. */
  Notes?: ComponentType<{ conversation: Conversation; me: Me }>
  /** Below the text of a message: a rendering of its data. */
  Extras?: ComponentType<{ message: ShownMessage; isOwn: boolean }>
}

const Parts = createContext<ConversationParts>({})

export const ConversationPartsProvider = Parts.Provider

export const useConversationParts = (): ConversationParts => useContext(Parts)
