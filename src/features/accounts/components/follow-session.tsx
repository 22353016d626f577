import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { accountsClient } from '../client.ts'
import type { Me } from '../schema.ts'
import { followOtherTabs, isPageKeptFor } from './other-tabs.ts'

/** Another process may learn of a session change slightly later than the process that made it. */
const ASKED_AGAIN_MS = 2_000

/**
 * Reloads the page when the signed-in user is not the one it shows: checks when another tab changed the session and when a tab comes back to
 * the front. While the answer is the same, nothing is touched.
 */
export function FollowSession({ me }: { me: Me | null }) {
  const queryClient = useQueryClient()
  const shown = useRef(keyOf(me))
  useEffect(() => {
    shown.current = keyOf(me)
  }, [me])
  useEffect(() => {
    const compare = async (asked: Promise<Me | null>, isTold = false) => {
      const now = await asked.catch(() => undefined)
      if (now === undefined || keyOf(now) === shown.current || isPageKeptFor(now?.userId)) return
      window.location.reload()
      // After signing out in another tab, the drafts of this one are not for the next visitor. If the session ended otherwise, its user
      // continues with them; the frame of another user removes them.
      if (isTold && !now) window.sessionStorage.clear()
    }
    // Not through the cache: a request under way there may have been answered before the change.
    const ask = (isTold?: boolean) => void compare(accountsClient.me.call(), isTold)
    const onFront = () => {
      if (document.visibilityState !== 'visible') return
      void compare(queryClient.fetchQuery({ ...accountsClient.me.queryOptions(), staleTime: 30_000 }))
    }
    let again: ReturnType<typeof setTimeout> | undefined
    const stop = followOtherTabs(() => {
      ask(true)
      clearTimeout(again)
      again = setTimeout(ask, ASKED_AGAIN_MS, true)
    })
    // A page restored from the back-forward cache may belong to an earlier session.
    const onBack = (event: PageTransitionEvent) => event.persisted && ask()
    document.addEventListener('visibilitychange', onFront)
    window.addEventListener('pageshow', onBack)
    return () => {
      stop()
      clearTimeout(again)
      window.removeEventListener('pageshow', onBack)
      document.removeEventListener('visibilitychange', onFront)
    }
  }, [queryClient])
  return null
}

const keyOf = (me: Me | null) =>
  me
    ? [me.userId, me.role, me.prospect?.userId, me.impersonatedBy, me.mayAct, me.actingUntil].join(' ')
    : 'nobody'
