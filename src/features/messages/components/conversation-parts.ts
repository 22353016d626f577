import { type ComponentType, createContext, useContext } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import type { Conversation } from '../schema.ts'
import type { ShownMessage } from './shown-message.ts'

/** What other features put into a conversation; the page of the inbox hands it in. */
export interface ConversationParts {
  /** In the head, beside the name: what a coach can do about a student. */
  CoachAction?: ComponentType<{ coachId: string; student: { id: string; name: string } }>
  /** Between the head and the messages. */
  Notes?: ComponentType<{ conversation: Conversation; me: Me }>
  /** Under the words of a message: what its data stands for. */
  Extras?: ComponentType<{ message: ShownMessage; isOwn: boolean }>
}

const Parts = createContext<ConversationParts>({})

export const ConversationPartsProvider = Parts.Provider

export const useConversationParts = (): ConversationParts => useContext(Parts)
