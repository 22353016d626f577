import { Button } from '#ui/button.tsx'
import { ShownOnce } from '#ui/shown-once.tsx'

/** The secret of a webhook that was added a moment ago, for its owner to copy. */
export function ShownSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <ShownOnce
      key={secret}
      noun="secret"
      label="Your webhook’s secret"
      hint="Your program checks with it that a message is from us, as Standard Webhooks describes."
      value={secret}
      actions={
        <Button size="sm" variant="ghost" onClick={onDone}>
          I have copied it
        </Button>
      }
    />
  )
}
