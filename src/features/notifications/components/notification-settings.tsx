import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { siteName } from '#platform/site-name.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ChannelCheckboxes } from './channel-checkboxes.tsx'
import { preferencesQuery } from './notification-queries.ts'
import { PushSettings } from './push-settings.tsx'
import { QuietHoursForm } from './quiet-hours-form.tsx'
import { TextConsent } from './text-consent.tsx'

/** Settings for kinds of notifications, channels and quiet hours, and the URL of the calendar feed. */
export function NotificationSettings({ calendarFeed }: { calendarFeed: ReactNode }) {
  const { data, isError, refetch } = useQuery(preferencesQuery)
  if (isError)
    return (
      <Alert
        tone="error"
        title="Your settings could not be loaded"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        Nothing was changed.
      </Alert>
    )
  if (!data) return <Skeleton className="h-96" />
  return (
    <div className="[&>section:first-child]:border-t-0 [&>section:first-child]:pt-2">
      <SettingsSection
        id="channels"
        title="How we notify you"
        description="Emails about your bookings are always sent. Everything else is up to you."
      >
        <ChannelCheckboxes kinds={data.kinds} />
      </SettingsSection>
      <SettingsSection
        id="push"
        title="Push"
        description={`Notifications on your phone or computer, even when ${siteName} is closed.`}
      >
        <PushSettings push={data.push} />
      </SettingsSection>
      <SettingsSection
        id="texts"
        title="Text messages"
        description="Only with your consent. Reply STOP to end them."
      >
        <TextConsent texts={data.texts} />
      </SettingsSection>
      <SettingsSection
        id="quiet-hours"
        title="Quiet hours"
        description="For texts and push notifications. Emails are sent at any time."
      >
        <QuietHoursForm key={JSON.stringify(data.quietHours)} quietHours={data.quietHours} />
      </SettingsSection>
      <SettingsSection
        id="calendar"
        title="Your calendar"
        description="Subscribe once, and your lessons stay up to date in your own calendar."
      >
        {calendarFeed}
      </SettingsSection>
    </div>
  )
}
