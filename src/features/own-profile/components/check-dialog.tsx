import { useState } from 'react'
import { acceptedPictures } from '#platform/picture-file.ts'
import { sendFile, UploadFailed } from '#platform/send-file.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { ownProfileClient } from '../client.ts'
import { pictureRefusalTexts, pictureUploadAddress, whyNotPicture } from '../pictures/picture.ts'
import { type UploadedPicture, uploadedPictureSchema } from '../pictures/schema.ts'

const FORM = 'check-form'

const refusals = {
  no_such_credential: 'This credential is not on your saved profile. Save your profile first.',
  asked_already: 'You already requested a check of this credential. We will review it.',
  no_such_document: 'The picture did not arrive. Please choose it again.',
  too_many: 'Ten requests are open. Please wait until we have answered one.',
} as const

const isUploaded = (answer: unknown): answer is UploadedPicture =>
  uploadedPictureSchema.safeParse(answer).success

/** Requests the verification of a certificate, with an optional picture. */
export function CheckDialog(props: {
  userId: string
  credential: string
  onClose: () => void
  onAsked: () => Promise<unknown>
}) {
  const { userId, credential, onClose, onAsked } = props
  const [note, setNote] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const { busy, failure, attempt } = useAttempt()

  const ask = () =>
    attempt(async () => {
      setFault(null)
      if (!file) return setFault('Choose a picture of your card or certificate')
      let documentId: string
      try {
        const query = new URLSearchParams({ id: uuidV4(), by: userId, purpose: 'document' })
        const none = new AbortController().signal
        documentId = (await sendFile(`${pictureUploadAddress}?${query}`, file, isUploaded, () => {}, none)).id
      } catch (error) {
        return setFault(error instanceof UploadFailed ? error.message : 'We could not send this picture.')
      }
      const outcome = await ownProfileClient.askCheck.call({ credential, note, documentId })
      if (!outcome.ok) return setFault(refusals[outcome.reason])
      await onAsked()
      onClose()
      toast.success('We will look at it', 'The result will appear next to the credential.')
    })

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      size="sm"
      title="Ask for a check"
      description={credential}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={FORM} variant="brand" loading={busy}>
            Ask for a check
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // The page's form is an ancestor in React's tree, though not in the DOM, so stop the event from
          // bubbling.
          event.stopPropagation()
          void ask()
        }}
        className="flex flex-col gap-5"
      >
        {failure ? <FormError title="Not sent">{failure}</FormError> : null}
        <Field
          label="Picture of your card or certificate"
          required
          error={fault}
          hint="Only our team can see it. We delete it after the review."
        >
          <Input
            type="file"
            accept={acceptedPictures}
            className="h-auto py-2"
            onChange={(event) => {
              const chosen = event.target.files?.[0] ?? null
              const why = chosen ? whyNotPicture(chosen) : null
              setFault(why ? pictureRefusalTexts[why] : null)
              setFile(why ? null : chosen)
            }}
          />
        </Field>
        <Field label="Anything we should know" optional hint="Such as your member number.">
          <Textarea rows={2} maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
