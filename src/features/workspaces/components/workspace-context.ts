import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { toast } from '#ui/toast.tsx'
import { workspacesClient } from '../client.ts'
import type { LessonCardView, WorkspaceView } from '../schema.ts'
import type { Pair } from '../workspace.ts'

/** What other features draw within a workspace; the page says what. */
export interface WorkspaceSlots {
  /** What can be done next about a lesson: booking it again, proposing one. */
  lessonActions?: (card: LessonCardView) => ReactNode
  /** Clips and pictures of a lesson. */
  lessonMedia?: (card: LessonCardView) => ReactNode
  /** All clips and pictures the two share, as a part of the workspace. */
  clips?: ReactNode
  /** What can be done with the other, beside their name. */
  headerActions?: (view: WorkspaceView) => ReactNode
}

interface Opened {
  view: WorkspaceView
  pair: Pair
  slots: WorkspaceSlots
}

const OpenedContext = createContext<Opened | null>(null)
export const WorkspaceProvider = OpenedContext.Provider

export function useWorkspace(): Opened {
  const opened = useContext(OpenedContext)
  if (!opened) throw new Error('useWorkspace() needs a WorkspaceProvider around it')
  return opened
}

/** Asks for everything of workspaces again. */
export function useRefreshWorkspaces() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: workspacesClient.key() })
}

/**
 * Does something at once that can be taken back: says so when it is done, and why when it is not.
 * @param undo takes it back; without it nothing is offered
 */
export function useAct() {
  const refresh = useRefreshWorkspaces()
  async function act(
    work: () => Promise<unknown>,
    words: { done?: string; about?: string; failed: string; undo?: () => Promise<unknown> },
  ): Promise<boolean> {
    try {
      await work()
    } catch (error) {
      toast.error(
        words.failed,
        readProblem(error).message ?? 'We could not reach the server. Please try again.',
      )
      return false
    } finally {
      await refresh()
    }
    const { done, about, undo } = words
    if (done)
      toast.success(done, about, {
        ...(undo
          ? { action: { label: 'Undo', onClick: () => void act(undo, { failed: 'Not taken back' }) } }
          : {}),
      })
    return true
  }
  return act
}

/** First name: `Sam` of `Sam Rivera`. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name

/** How the viewer calls the other in a sentence: `Sam`, `Coach Maya`. */
export const shortName = ({ as, coach, student }: WorkspaceView): string =>
  as === 'coach' ? firstName(student.name) : coach.label

/** How the viewer calls the other of the two. */
export const otherName = ({ as, coach, student }: WorkspaceView): string =>
  as === 'coach' ? student.name : coach.label
