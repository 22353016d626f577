import { Copy } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { toast } from './toast.tsx'

/** A newly created value that is shown only once for its owner to copy: a token, a secret, a private URL. */
export function ShownOnce(props: {
  /** What it is, as a noun: `token`. */
  noun: string
  label: string
  hint: string
  value: string
  /** Additional actions after `Copy`. */
  actions: ReactNode
}) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  async function copy() {
    try {
      await navigator.clipboard.writeText(props.value)
      toast.success('Copied')
    } catch {
      toast.error('The browser did not allow that', `Select the ${props.noun} and copy it yourself.`)
    }
  }
  return (
    <Alert tone="success" title="Copy it now: it is shown only once">
      <div className="mt-3 flex flex-col gap-3">
        <Field label={props.label} hint={props.hint}>
          <Input
            ref={field}
            readOnly
            value={props.value}
            className="font-mono text-sm"
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <div className="flex flex-wrap gap-2.5">
          <Button size="sm" onClick={() => void copy()}>
            <Copy aria-hidden /> Copy
          </Button>
          {props.actions}
        </div>
      </div>
    </Alert>
  )
}
