import { Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.tsx'

/** A token that was made a moment ago, for its owner to copy. */
export function ShownToken(props: { name: string; token: string; onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  async function copy() {
    try {
      await navigator.clipboard.writeText(props.token)
      toast.success('Copied')
    } catch {
      toast.error('The browser did not allow that', 'Select the token and copy it yourself.')
    }
  }
  return (
    <Alert tone="success" title="Copy it now: it is shown only once">
      <div className="mt-3 flex flex-col gap-3">
        <Field
          label={`Your token “${props.name}”`}
          hint="Whoever has it can do what you allowed it. Keep it as you keep a password."
        >
          <Input
            ref={field}
            readOnly
            value={props.token}
            className="font-mono text-sm"
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <div className="flex flex-wrap gap-2.5">
          <Button size="sm" onClick={() => void copy()}>
            <Copy aria-hidden /> Copy
          </Button>
          <Button size="sm" variant="ghost" onClick={props.onDone}>
            I have copied it
          </Button>
        </div>
      </div>
    </Alert>
  )
}
