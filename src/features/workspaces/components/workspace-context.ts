import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { playerName } from '#features/golfers/golfer.ts'
import { readProblem } from '#platform/api-problem.ts'
import { toast } from '#ui/toast.tsx'
import { workspacesClient } from '../client.ts'
import type { LessonCardView, WorkspaceView } from '../schema.ts'
import type { Pair } from '../workspace.ts'

/** Content of other features within a workspace, provided by the page. */
export interface WorkspaceSlots {
  /** Actions for a lesson, such as booking it again or proposing one. */
  lessonActions?: (card: LessonCardView) => ReactNode
  /** Clips and pictures of a lesson. */
  lessonMedia?: (card: LessonCardView) => ReactNode
  /** A part of the workspace with all shared clips and pictures. */
  clips?: ReactNode | undefined
  /** Actions next to the other member's name. */
  headerActions?: (view: WorkspaceView) => ReactNode
}

interface Opened {
  view: WorkspaceView
  pair: Pair
  slots: WorkspaceSlots
  /** Shows more of the older items; omitted where none are shown. */
  onShowOlder?: (what: keyof WorkspaceView['older']) => void
  /** Older items are being loaded. */
  isShowingOlder?: boolean
  /** Older items could not be loaded. */
  hasOlderFailed?: boolean
}

const OpenedContext = createContext<Opened | null>(null)
export const WorkspaceProvider = OpenedContext.Provider

export function useWorkspace(): Opened {
  const opened = useContext(OpenedContext)
  if (!opened) throw new Error('useWorkspace() needs a WorkspaceProvider around it')
  return opened
}

/** Invalidates all workspace queries. */
export function useRefreshWorkspaces() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: workspacesClient.key() })
}

/**
 * Runs an undoable action immediately, and shows a toast with the result or the error.
 * @param undo reverts the action; when omitted, no Undo button is shown
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

/** The first name: `Sam` of `Sam Rivera`. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name

/** The first name of the person who plays. */
export const playerFirstName = (view: WorkspaceView): string => firstName(playerName(view))

/** The other member's short name for sentences: `Sam`, `Coach Maya`. */
export const shortName = ({ as, coach, student }: WorkspaceView): string =>
  as === 'coach' ? firstName(student.name) : coach.label

/** The title of the workspace: who plays for the coach, the coach for the student. */
export const partnerName = (view: WorkspaceView): string =>
  view.as === 'coach' ? playerName(view) : view.coach.label
