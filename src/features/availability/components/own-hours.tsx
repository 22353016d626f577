import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { useLive } from '#platform/use-live.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { availabilityClient } from '../client.ts'
import type { AvailabilitySettings } from '../own-hours/schema.ts'
import type { AvailabilityPart as Part } from './availability-parts.ts'
import { type AvailabilityDraft, settingsQuery } from './availability-queries.ts'
import { DrivesEditor } from './drives-editor.tsx'
import { HoursPreview } from './hours-preview.tsx'
import { RulesEditor } from './rules-editor.tsx'
import { TimesOff } from './times-off.tsx'
import type { DatedTime } from './times-off-dialogs.tsx'
import { WeekEditor } from './week-editor.tsx'

/**
 * The page for a coach's hours: the week, exceptions, rules and other calendars on one side, the student's
 * view of them on the other.
 * @param props.part the tab of the address
 * @param props.onPart called with the tab that is shown now
 * @param props.otherCalendars the content of the tab about other calendars
 */
export function OwnHours(props: {
  coachId: string
  part?: Part | undefined
  onPart: (part: Part) => void
  otherCalendars: ReactNode
}) {
  const { coachId } = props
  const queryClient = useQueryClient()
  const settings = useQuery(settingsQuery)
  useLive(
    [`coach-slots:${coachId}`],
    () => void queryClient.invalidateQueries({ queryKey: availabilityClient.key() }),
  )
  if (settings.isPending) return <Waiting />
  if (!settings.data)
    return (
      <Alert
        tone="error"
        title="Your hours could not be loaded."
        className="mt-8"
        action={
          <Button size="sm" onClick={() => void settings.refetch()}>
            Try again
          </Button>
        }
      >
        No changes were made. Students see your earlier hours.
      </Alert>
    )
  return <Editors {...props} settings={settings.data} />
}

function Editors({
  settings,
  part: firstPart = 'week',
  onPart,
  otherCalendars,
}: {
  settings: AvailabilitySettings
  part?: Part | undefined
  onPart: (part: Part) => void
  otherCalendars: ReactNode
}) {
  const queryClient = useQueryClient()
  const [part, setPart] = useState<Part>(firstPart)
  const [opened, setOpened] = useState<Part>(firstPart)
  // A link to a tab of this page must not reset unsaved changes in the other tabs.
  if (firstPart !== opened) {
    setOpened(firstPart)
    setPart(firstPart)
  }
  const showPart = (next: Part) => {
    setPart(next)
    onPart(next)
  }
  const [weekDraft, setWeekDraft] = useState<AvailabilityDraft['week']>()
  const [rulesDraft, setRulesDraft] = useState<AvailabilityDraft['rules']>()
  const [drivesDraft, setDrivesDraft] = useState<AvailabilityDraft['drives']>()
  const [effect, setEffect] = useState<string | null>(null)
  const [place, setPlace] = useState<string | null>(null)
  const [toOpen, setToOpen] = useState<DatedTime | null>(null)
  const onSaved = useCallback(
    (saved: AvailabilitySettings) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: availabilityClient.preview.key() })
      void queryClient.invalidateQueries({ queryKey: availabilityClient.proof.key() })
    },
    [queryClient],
  )
  const drafts: Record<Part, AvailabilityDraft> = {
    week: { week: weekDraft },
    times: {},
    rules: { rules: rulesDraft },
    drives: { drives: drivesDraft },
    calendars: {},
  }
  return (
    <>
      <NotBookable settings={settings} />
      <div className="mt-6 grid grid-cols-1 items-start gap-x-10 xl:grid-cols-[minmax(0,1fr)_26rem] 2xl:grid-cols-[minmax(0,1fr)_30rem]">
        {/* The tabs span the page: next to the preview the last ones would be cut off. */}
        <Tabs
          label="Parts of your availability"
          value={part}
          onValueChange={(value) => showPart(value as Part)}
          className="contents [&>[role=tablist]]:col-span-full [&>[role=tabpanel]]:min-w-0"
          items={[
            {
              value: 'week',
              label: 'Weekly hours',
              isKept: true,
              content: (
                <WeekEditor
                  settings={settings}
                  effect={effect}
                  onPlace={setPlace}
                  onDraft={setWeekDraft}
                  onSaved={onSaved}
                />
              ),
            },
            { value: 'calendars', label: 'Other calendars', content: otherCalendars },
            {
              value: 'times',
              label: 'Days off & extra hours',
              content: <TimesOff settings={settings} toOpen={toOpen} onToOpen={setToOpen} />,
            },
            {
              value: 'rules',
              label: 'Booking rules',
              isKept: true,
              content: (
                <RulesEditor settings={settings} effect={effect} onDraft={setRulesDraft} onSaved={onSaved} />
              ),
            },
            ...(settings.drives.length > 0
              ? [
                  {
                    value: 'drives',
                    label: 'Drives',
                    isKept: true,
                    content: (
                      <DrivesEditor
                        settings={settings}
                        effect={effect}
                        onDraft={setDrivesDraft}
                        onSaved={onSaved}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
        <HoursPreview
          settings={settings}
          place={place}
          draft={drafts[part]}
          onEffect={setEffect}
          onOpenTime={(time) => {
            showPart('times')
            setToOpen(time)
          }}
        />
      </div>
    </>
  )
}

function NotBookable({ settings }: { settings: AvailabilitySettings }) {
  if (!settings.isVisible)
    return (
      <Alert
        tone="warning"
        title="Students can’t see you yet"
        className="mt-6"
        action={
          <LinkButton href="/profile-edit" size="sm">
            Edit profile
          </LinkButton>
        }
      >
        Your profile is hidden. The hours you set here apply once your profile is visible.
      </Alert>
    )
  if (settings.instantBookEnabled) return null
  return (
    <Alert title="Instant booking is off" className="mt-6">
      Only students you gave access to your calendar can book these times. Others ask you first.
    </Alert>
  )
}

function Waiting() {
  return (
    <div aria-hidden className="mt-8 grid gap-10 xl:grid-cols-[minmax(0,1fr)_30rem]">
      <Skeleton className="h-128" />
      <Skeleton className="h-128" />
    </div>
  )
}
