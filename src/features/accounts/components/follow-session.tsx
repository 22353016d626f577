import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountsClient } from '../client.ts'
import type { Me } from '../schema.ts'
import { hearOtherTabs } from './other-tabs.ts'

/**
 * Keeps the page true to who is signed in: asks again when another tab signed in or out, and when a tab comes back to the
 * front. For somebody else the page starts afresh, so that nothing read for one person is shown to another; while the
 * answer is the same, nothing is touched.
 */
export function FollowSession({ me }: { me: Me | null }) {
  const queryClient = useQueryClient()
  useEffect(() => {
    const shown = keyOf(me)
    const ask = async (staleTime: number) => {
      const now = await queryClient
        .fetchQuery({ ...accountsClient.me.queryOptions(), staleTime })
        .catch(() => undefined)
      if (now !== undefined && keyOf(now) !== shown) window.location.reload()
    }
    const onFront = () => document.visibilityState === 'visible' && void ask(30_000)
    let again: ReturnType<typeof setTimeout> | undefined
    const stop = hearOtherTabs(() => {
      void ask(0)
      // The process that answers may hear of the change a moment later.
      clearTimeout(again)
      again = setTimeout(() => void ask(0), 2_000)
    })
    // A page that the browser kept for its back button was somebody's at the time.
    const onBack = (event: PageTransitionEvent) => event.persisted && void ask(0)
    document.addEventListener('visibilitychange', onFront)
    window.addEventListener('pageshow', onBack)
    return () => {
      stop()
      clearTimeout(again)
      window.removeEventListener('pageshow', onBack)
      document.removeEventListener('visibilitychange', onFront)
    }
  }, [me, queryClient])
  return null
}

const keyOf = (me: Me | null) =>
  me
    ? [me.userId, me.role, me.prospect?.userId, me.impersonatedBy, me.mayAct, me.actingUntil].join(' ')
    : 'nobody'
