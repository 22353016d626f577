import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { LogOut, VenetianMask } from 'lucide-react'
import { useEffect, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { MINUTE } from '#platform/duration.ts'
import { useNow } from '#platform/use-now.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { navigateAway } from '#ui/history-listener.ts'
import { toast } from '#ui/toast.tsx'
import { accountsClient } from '../client.ts'
import { clearBrowserSession } from '../components/leave.ts'
import { notifyOtherTabs } from '../components/other-tabs.ts'
import type { Me } from '../schema.ts'

/**
 * A banner on every page during impersonation: the person, the remaining time, whether changes are allowed,
 * and a button to stop. When the time limit is reached, the page is reset to the admin's own view.
 */
export function ActingBanner({ me }: { me: Me }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [isLeaving, setLeaving] = useState(false)
  const now = useNow(10_000)
  const until = me.actingUntil ?? null
  const left = now === null || until === null ? null : until - now
  useEffect(() => {
    if (left === null) return
    // The browser's clock may be ahead, so the server is asked whether impersonation has ended.
    const timer = setTimeout(async () => {
      const current = await accountsClient.me.call().catch(() => undefined)
      if (current === undefined || current?.impersonatedBy) return
      clearBrowserSession()
      navigateAway('/user-management')
    }, Math.max(0, left) + 500)
    return () => clearTimeout(timer)
  }, [left])

  async function act() {
    try {
      const acting = await accountsClient.actAsPerson.call()
      queryClient.setQueryData(accountsClient.me.queryKey(), acting)
      notifyOtherTabs()
      await router.invalidate()
    } catch (error) {
      toast.error('Error', readProblem(error).message ?? 'Please try again.')
    }
  }

  async function exit() {
    setLeaving(true)
    try {
      await accountsClient.stopImpersonation.call()
      clearBrowserSession()
      navigateAway('/user-management')
    } catch {
      setLeaving(false)
      toast.error('Error', 'Failed to stop impersonation')
    }
  }

  const minutes = left === null ? null : Math.max(0, Math.ceil(left / MINUTE))
  return (
    <section
      aria-label="Admin Impersonation Mode Active"
      data-no-print
      className="theme-night sticky top-0 z-40 border-b bg-surface text-ink"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 sm:px-6">
        <VenetianMask aria-hidden className="size-5 shrink-0 text-gold" />
        <p className="min-w-52 flex-1 text-sm leading-5">
          <strong className="font-semibold">Admin Impersonation Mode Active</strong>
          <span className="block text-muted">
            Viewing as <bdi className="text-ink">{me.prospect?.email ?? me.email}</bdi> ·{' '}
            {me.mayAct ? 'your changes apply to their account' : 'looking only'}
            {minutes === null ? null : ` · ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`}
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          {me.mayAct ? null : (
            <ConfirmDialog
              trigger={
                <Button size="sm" variant="ghost">
                  Act as this person
                </Button>
              }
              tone="brand"
              title="Act as this person?"
              description="Your changes apply to their account, and every step is recorded in the audit log under your name. You cannot change passwords, emails, cards, bank accounts or roles."
              confirmLabel="Act as this person"
              keepLabel="Keep looking"
              onConfirm={act}
            />
          )}
          <Button size="sm" variant="brand" loading={isLeaving} onClick={() => void exit()}>
            <LogOut aria-hidden />
            Exit Impersonation
          </Button>
        </div>
      </div>
    </section>
  )
}
