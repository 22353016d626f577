import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { SaveBar } from '#features/availability/components/save-bar.tsx'
import { useAttempt } from '#platform/use-attempt.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { FormError } from '#ui/form-error.tsx'
import { LeaveDialog } from '#ui/leave-dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { tabClass, tabListClass } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.tsx'
import { ownProfileClient } from '../client.ts'
import { missingToBeSeen, withWords } from '../own-profile.ts'
import { type OwnProfile, profileWordsSchema } from '../schema.ts'
import { AboutSection } from './about-section.tsx'
import { CredentialSection } from './credential-section.tsx'
import { PartLinks } from './editor-section.tsx'
import { ImportedSection } from './imported-section.tsx'
import { ownProfileQuery, publicProfileQuery } from './own-profile-queries.ts'
import { PlaceSection } from './place-section.tsx'
import { PortraitSection } from './portrait-section.tsx'
import { PriceSection } from './price-section.tsx'
import { ProfilePreview } from './profile-preview.tsx'
import { QuestionsSection } from './questions-section.tsx'
import { refreshProfile } from './refresh-profile.ts'
import { TeachingSection } from './teaching-section.tsx'
import { useProfileDraft } from './use-profile-draft.ts'
import { VisibilitySection } from './visibility-section.tsx'

const parts = [
  'Prices and lengths',
  'Portrait',
  'About you',
  'What you teach',
  'Where you teach',
  'Credentials',
  'Questions for students',
]

const sides = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const

/** The profile form with a preview on the side; on narrow screens, both are tabs. */
export function ProfileEditor({ profile }: { profile: OwnProfile }) {
  const queryClient = useQueryClient()
  const draft = useProfileDraft(profile)
  const [side, setSide] = useState<(typeof sides)[number]['value']>('edit')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  const { busy, failure, attempt } = useAttempt()

  const show = (issues: readonly { path: string; message: string }[]) => {
    const found: Record<string, string> = {}
    for (const { path, message } of issues) found[path.replace(/^words\./, '')] ??= message
    setFaults(found)
    if (issues.length === 0) return
    setSide('edit')
    requestAnimationFrame(() => {
      const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
      wrong?.focus()
      wrong?.scrollIntoView({ block: 'center' })
    })
  }

  const save = () => {
    const checked = profileWordsSchema.safeParse(draft.words)
    if (!checked.success)
      return show(checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
    const missing = checked.data.isVisible ? missingToBeSeen(checked.data, profile.places) : []
    if (missing.length > 0) return show(missing)
    void attempt(
      async () => {
        const sent = draft.words
        const saved = await ownProfileClient.save.call({ basedOn: draft.basedOn, words: checked.data })
        if (!saved.ok) return show(saved.issues)
        setFaults({})
        queryClient.setQueryData(ownProfileQuery.queryKey, saved.profile)
        draft.settle(sent, saved.profile)
        void refreshProfile(queryClient)
        toast.success(
          'Profile saved',
          checked.data.isVisible ? 'Students see it as it is now.' : 'It is hidden from students.',
        )
      },
      ({ code, issues }) => {
        if (code === 'changed_elsewhere') {
          void queryClient.invalidateQueries({ queryKey: ownProfileQuery.queryKey })
          return true
        }
        show(issues)
        return issues.length > 0
      },
    )
  }

  const section = {
    words: draft.words,
    faults,
    onChange: (patch: Partial<OwnProfile['words']>) => {
      draft.change(patch)
      setFaults((known) =>
        Object.fromEntries(Object.entries(known).filter(([path]) => !((path.split('.')[0] ?? '') in patch))),
      )
    },
  }
  return (
    <>
      <div role="tablist" aria-label="Edit or preview" className={cn(tabListClass, 'mt-5 xl:hidden')}>
        {sides.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`profile-tab-${value}`}
            aria-selected={side === value}
            aria-controls={`profile-${value}`}
            tabIndex={side === value ? 0 : -1}
            onClick={() => setSide(value)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
              const other = value === 'edit' ? 'preview' : 'edit'
              setSide(other)
              document.getElementById(`profile-tab-${other}`)?.focus()
            }}
            className={tabClass}
          >
            {label}
          </button>
        ))}
      </div>
      <div className="mt-6 grid items-start gap-x-10 xl:grid-cols-[minmax(0,1fr)_27rem]">
        <form
          ref={form}
          id="profile-edit"
          aria-label="Your profile"
          method="post"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
          className={cn('flex min-w-0 flex-col gap-6', side === 'edit' ? '' : 'max-xl:hidden')}
        >
          <PartLinks titles={parts} />
          <VisibilitySection {...section} open={profile.open} />
          <PriceSection {...section} />
          <PortraitSection userId={profile.id} name={draft.words.displayName} />
          <AboutSection {...section} />
          <TeachingSection {...section} />
          <PlaceSection places={profile.places} isVisible={profile.words.isVisible} />
          <CredentialSection {...section} userId={profile.id} />
          <ImportedSection />
          <QuestionsSection {...section} />
          {failure && draft.isChanged ? <FormError title="Profile not saved">{failure}</FormError> : null}
          <SaveBar
            isChanged={draft.isChanged}
            busy={busy}
            label="Save profile"
            effect={null}
            fault={Object.values(faults)[0] ?? null}
            elsewhere={
              draft.elsewhere
                ? {
                    title: 'Your profile was changed in another window',
                    kept: `Changed there: ${draft.elsewhere.join(', ') || 'nothing you see here'}. Nothing was overwritten, and what you typed is still here.`,
                    onLatest: draft.drop,
                    onKeep: draft.takeOver,
                    keepLabel: 'Keep what I changed',
                  }
                : null
            }
            onSave={save}
            onDiscard={() => {
              setFaults({})
              draft.drop()
            }}
          />
        </form>
        <aside
          id="profile-preview"
          aria-label="What students see"
          className={cn('min-w-0 xl:sticky xl:top-6', side === 'preview' ? '' : 'max-xl:hidden')}
        >
          <Preview profile={profile} words={draft.words} />
        </aside>
      </div>
      <LeaveDialog
        isOn={draft.isChanged}
        description="Students do not see your changes yet. They stay in this tab until you come back or close it."
        keepLabel="Stay and save"
      />
    </>
  )
}

function Preview({ profile, words }: { profile: OwnProfile; words: OwnProfile['words'] }) {
  const shown = useQuery(publicProfileQuery(profile.id))
  if (shown.data)
    return <ProfilePreview coach={withWords(shown.data, words, profile.places)} isVisible={words.isVisible} />
  if (shown.isPending) return <Skeleton className="h-128" />
  return (
    <Alert
      tone="error"
      title="The preview could not be loaded."
      action={
        <Button size="sm" onClick={() => void shown.refetch()}>
          Try again
        </Button>
      }
    >
      What you type is kept.
    </Alert>
  )
}
