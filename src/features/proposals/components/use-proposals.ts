import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { twiceIfLost } from '#platform/twice-if-lost.ts'
import { useLive } from '#platform/use-live.ts'
import { toast } from '#ui/toast.tsx'
import { proposalsClient } from '../client.ts'

/** Invalidates all queries about proposals and packages. */
export function useRefreshProposals() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: proposalsClient.key() })
}

/**
 * Reloads when the user's proposals or packages change.
 * @param userId undefined disables the subscription
 */
export function useLiveProposals(userId: string | undefined) {
  const refresh = useRefreshProposals()
  useLive(userId ? [`proposals:${userId}`] : [], () => void refresh())
}

/** Shown when no answer arrived: the server may have done it all the same. */
export const LOST_TITLE = 'The server did not answer'
const LOST = 'This may have been done. Please check before you try again.'

/**
 * Runs one action at a time. Errors are shown with the server's message, and the page is reloaded with the
 * current state.
 * @param failedTitle the title of the error message
 */
export function useProposalStep(failedTitle: string) {
  const refresh = useRefreshProposals()
  const running = useRef(false)
  const [busy, setBusy] = useState<string | null>(null)

  async function run(name: string, work: () => Promise<unknown>): Promise<boolean> {
    if (running.current) return false
    running.current = true
    setBusy(name)
    try {
      await work()
      return true
    } catch (error) {
      const { code, message } = readProblem(error)
      toast.error(code === 'offline' ? LOST_TITLE : failedTitle, message ?? LOST)
      return false
    } finally {
      running.current = false
      setBusy(null)
      await refresh()
    }
  }

  return { busy, run }
}

/**
 * Books lessons of a package, one request at a time. Every request needs an idempotency key: when its answer is lost, it is sent once
 * more, and the user can send it again, which books the lessons once.
 */
export function useCreditBooking() {
  const refresh = useRefreshProposals()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)

  /** @returns `lost` when no answer arrived: the lessons may be booked. Nothing is reloaded then. */
  async function book<T>(
    request: () => Promise<T>,
  ): Promise<{ kind: 'booked'; booked: T } | { kind: 'refused' | 'lost' | 'busy' }> {
    if (running.current) return { kind: 'busy' }
    running.current = true
    setBusy(true)
    try {
      const booked = await twiceIfLost(request)
      await refresh()
      return { kind: 'booked', booked }
    } catch (error) {
      const { code, message } = readProblem(error)
      if (code === 'offline') {
        toast.error(LOST_TITLE, MAYBE_BOOKED)
        return { kind: 'lost' }
      }
      toast.error('Not booked', message ?? undefined)
      await refresh()
      return { kind: 'refused' }
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return { busy, book }
}

/** Shown after an answer was lost. */
export const MAYBE_BOOKED =
  'Your lesson may have been booked. Please confirm it again: it is booked only once.'
