import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { acceptedPictures } from '#platform/picture-file.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.tsx'
import { ownProfileClient } from '../client.ts'
import { pictureLimits, pictureRefusalTexts, whyNotPicture } from '../pictures/picture.ts'
import { EditorSection } from './editor-section.tsx'
import { galleryQuery } from './gallery/gallery-query.ts'
import { PortraitDialog } from './portrait-dialog.tsx'
import { refreshProfile } from './refresh-profile.ts'

/** The portrait. It is saved immediately, independent of the profile's text. */
export function PortraitSection({ userId, name }: { userId: string; name: string }) {
  const queryClient = useQueryClient()
  const gallery = useQuery(galleryQuery)
  const chooser = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const portrait = gallery.data?.portrait ?? null
  const refresh = () => refreshProfile(queryClient)

  return (
    <EditorSection
      title="Portrait"
      description="Students look for a face first. Your portrait appears on your card and in messages. Changes are saved right away."
    >
      <div className="flex flex-wrap items-center gap-5">
        <Avatar name={name} src={portrait?.url ?? null} decorative size="xl" className="size-28" />
        <div className="flex flex-wrap gap-2">
          <input
            ref={chooser}
            type="file"
            accept={acceptedPictures}
            aria-label="Portrait"
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (!file) return
              const why = whyNotPicture(file)
              setRefusal(why ? pictureRefusalTexts[why] : null)
              if (!why) setChosen(file)
            }}
          />
          <Button disabled={!gallery.data} onClick={() => chooser.current?.click()}>
            {portrait ? 'Choose another' : 'Choose a picture'}
          </Button>
          {portrait ? (
            <Button variant="ghost" onClick={() => setRemoving(true)}>
              Remove
            </Button>
          ) : null}
        </div>
      </div>
      {refusal ? <FieldError id="portrait-error">{refusal}</FieldError> : null}
      {portrait ? (
        <PortraitWords key={portrait.url} alt={portrait.alt} name={name} onSaved={refresh} />
      ) : null}
      {chosen ? (
        <PortraitDialog
          userId={userId}
          file={chosen}
          onClose={() => setChosen(null)}
          onSaved={async () => {
            await refresh()
            setChosen(null)
            toast.success('Portrait saved', 'Students see it now.')
          }}
        />
      ) : null}
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title="Remove your portrait?"
        description="Your profile shows your initials instead. The picture is deleted in all of its sizes."
        confirmLabel="Remove portrait"
        keepLabel="Keep it"
        onConfirm={async () => {
          try {
            await ownProfileClient.removePortrait.call()
            await refresh()
            toast.success('Portrait removed')
          } catch (error) {
            toast.error('Not removed', readProblem(error).message ?? 'We could not reach the server.')
          }
        }}
      />
    </EditorSection>
  )
}

function PortraitWords(props: { alt: string; name: string; onSaved: () => Promise<unknown> }) {
  const [alt, setAlt] = useState(props.alt)
  const { busy, failure, attempt } = useAttempt()
  const isChanged = alt.trim() !== props.alt
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Field
        label="What your portrait shows"
        optional
        error={failure ?? undefined}
        hint={`For people who cannot see it: “${props.name || 'A coach'} on the practice green, smiling”.`}
        className="min-w-60 flex-1"
      >
        <Input
          name="portraitAlt"
          maxLength={pictureLimits.alt}
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      {isChanged ? (
        <Button
          className="mt-6.5"
          loading={busy}
          onClick={() =>
            void attempt(async () => {
              await ownProfileClient.describePortrait.call({ alt })
              await props.onSaved()
              toast.success('Description saved')
            })
          }
        >
          Save description
        </Button>
      ) : null}
    </div>
  )
}
