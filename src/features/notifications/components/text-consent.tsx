import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import { notificationsClient } from '../client.ts'
import type { Preferences } from '../preferences/schema.ts'
import { preferencesQuery } from './notification-queries.ts'

/** Saying yes to texts, and no again. What was read is kept with the answer. */
export function TextConsent({ texts }: { texts: Preferences['texts'] }) {
  const queryClient = useQueryClient()
  const [isSaving, setSaving] = useState(false)

  async function say(agrees: boolean) {
    setSaving(true)
    try {
      await notificationsClient.setTexts.call({ agrees })
      await queryClient.invalidateQueries({ queryKey: preferencesQuery.queryKey })
      toast.success(agrees ? 'Texts are on' : 'Texts are off')
    } catch (problem) {
      toast.error('That was not saved', problem instanceof Error ? problem.message : undefined)
    } finally {
      setSaving(false)
    }
  }

  if (!texts.isOffered) return <p className="text-muted">We send no text messages at the moment.</p>
  if (texts.state === 'no_number')
    return (
      <p className="text-[0.9375rem]">
        Add your phone number in your{' '}
        <Link to="/profile" hash="details" className="text-link">
          profile settings
        </Link>{' '}
        first.
      </p>
    )
  return (
    <div className="flex flex-col gap-4">
      <p className="tabular font-medium">{texts.phone}</p>
      {texts.state === 'stopped' ? (
        <Alert tone="info" title="This number texted STOP">
          We send it nothing. To hear from us again, text START to the number our texts came from.
        </Alert>
      ) : (
        <>
          <p className="text-[0.9375rem] text-muted">{texts.wording}</p>
          <Button
            variant={texts.state === 'agreed' ? 'secondary' : 'brand'}
            loading={isSaving}
            className="self-start"
            onClick={() => void say(texts.state !== 'agreed')}
          >
            {texts.state === 'agreed' ? 'Stop texting me' : 'Yes, text me'}
          </Button>
        </>
      )}
    </div>
  )
}
