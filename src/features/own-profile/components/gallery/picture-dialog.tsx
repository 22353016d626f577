import { pictureSources } from '#features/coaches/pictures.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Picture } from '#ui/picture.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { ownProfileClient } from '../../client.ts'
import { pictureLimits } from '../../pictures/picture.ts'
import { type OwnPicture, pictureWordsFormSchema } from '../../pictures/schema.ts'

const FORM = 'picture-words'

/**
 * Edits a picture's caption and alternative text.
 * @param props.hasNext another picture has no description yet
 */
export function PictureDialog(props: {
  picture: OwnPicture
  hasNext: boolean
  onClose: () => void
  onSaved: () => Promise<unknown>
}) {
  const { picture, hasNext, onClose, onSaved } = props
  const form = useCheckedForm(pictureWordsFormSchema)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Describe this picture"
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={FORM} variant="brand" loading={form.busy}>
            {hasNext ? 'Save and next' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        {...form.sends(async (entered) => {
          await ownProfileClient.describePicture.call({ url: picture.url, ...entered })
          await onSaved()
        })}
        className="flex flex-col gap-5"
      >
        {form.failure ? <FormError title="Not saved">{form.failure}</FormError> : null}
        <Picture
          {...pictureSources(picture.url)}
          src={picture.url}
          alt=""
          width={800}
          height={600}
          sizes="(min-width: 40rem) 34rem, 100vw"
          imageClassName="aspect-[4/3] max-h-64 rounded-control object-contain"
        />
        <Field
          label="What it shows"
          error={form.errors.alt}
          hint="Read aloud to people who cannot see it: “A student putting at sunset on the practice green”."
        >
          <Textarea name="alt" rows={2} maxLength={pictureLimits.alt} defaultValue={picture.alt} />
        </Field>
        <Field
          label="Caption"
          optional
          error={form.errors.caption}
          hint="Shown below the picture when a student opens it."
        >
          <Input name="caption" maxLength={pictureLimits.caption} defaultValue={picture.caption} />
        </Field>
      </form>
    </Dialog>
  )
}
