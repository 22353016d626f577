import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'

/** Why an admin does something to an account, for `whySchema`. */
export const ReasonField = ({ error }: { error: string | undefined }) => (
  <Field label="Reason" required error={error} hint="Kept in the audit log. The person does not see it.">
    <Textarea name="reason" rows={2} maxLength={500} />
  </Field>
)
