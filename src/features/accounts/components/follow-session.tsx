import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountsClient } from '../client.ts'
import type { Me } from '../schema.ts'
import { hearOtherTabs } from './other-tabs.ts'

/**
 * Keeps the page in sync with the session: refetches the user if another tab signed in or out, and if the tab
 * becomes visible again. If the user has changed, the page is reset, so that no data of one user is shown to
 * another; otherwise nothing changes.
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
      // The server process that answers may learn of the change with a delay, so it is queried again.
      clearTimeout(again)
      again = setTimeout(() => void ask(0), 2_000)
    })
    // A page restored from the back/forward cache may belong to a previous user.
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
