import { Button } from '#ui/button.tsx'
import { ShownOnce } from '#ui/shown-once.tsx'

/** A token that was made a moment ago, for its owner to copy. */
export function ShownToken(props: { name: string; token: string; onDone: () => void }) {
  return (
    <ShownOnce
      key={props.token}
      noun="token"
      label={`Your token “${props.name}”`}
      hint="Whoever has it can do what you allowed it. Keep it as you keep a password."
      value={props.token}
      actions={
        <Button size="sm" variant="ghost" onClick={props.onDone}>
          I have copied it
        </Button>
      }
    />
  )
}
