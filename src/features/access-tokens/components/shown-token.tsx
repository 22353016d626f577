import { Button } from '#ui/button.tsx'
import { ShownOnce } from '#ui/shown-once.tsx'

/** A token that was made a moment ago, for its owner to copy. */
export function ShownToken(props: { name: string; token: string; onDone: () => void }) {
  return (
    <ShownOnce
      key={props.token}
      noun="token"
      label={`Your token “${props.name}”`}
      hint="Anyone with this token can use the permissions you gave it. Store it like a password."
      value={props.token}
      actions={
        <Button size="sm" variant="ghost" onClick={props.onDone}>
          I have copied it
        </Button>
      }
    />
  )
}
