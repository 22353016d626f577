import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { cn } from '#ui/class-names.ts'
import { toast } from '#ui/toast.tsx'
import { golfersClient } from '../client.ts'
import { golferLimits } from '../golfer.ts'
import { newGolferSchema } from '../schema.ts'
import { GolferFields, golferIssues } from './golfer-fields.tsx'
import { lastGolferQuery, readLastGolfer } from './last-golfer.ts'

/** What a booking does with the choice. */
export interface PlayerChoice {
  /** False when the form of a new golfer is not complete; its fields then say so. */
  check(): boolean
  /**
   * The golfer to book for; null for the owner of the account. Adds a new golfer to the account, so the user must be signed in.
   * False when that failed, which is shown.
   */
  resolve(): Promise<string | null | false>
}

const ME = 'me'
const SOMEONE_ELSE = 'someone-else'

/**
 * Chooses who plays. An account without golfers sees one line, "Booking for someone else?". Pages load this lazily.
 * @param props.isSignedIn a visitor has no golfers yet; a new one is added once there is an account
 * @param props.startsOpen the user has asked for it before it was loaded
 * @param props.onOther whether the golfer is another one than in the last booking
 */
export function WhoPlays(props: {
  ref: Ref<PlayerChoice>
  isSignedIn: boolean
  startsOpen?: boolean
  onOther?: (isOther: boolean) => void
}) {
  const { isSignedIn, onOther } = props
  const queryClient = useQueryClient()
  const list = useQuery({ ...lastGolferQuery, enabled: isSignedIn })
  // What was loaded before the last booking would begin with the wrong person.
  const data = list.isFetchedAfterMount ? list.data : undefined
  const golfers = data?.golfers ?? []
  const last = data?.lastId ?? ME
  const [picked, setPicked] = useState<string | null>(props.startsOpen ? SOMEONE_ELSE : null)
  const known = picked === ME || picked === SOMEONE_ELSE || golfers.some(({ id }) => id === picked)
  const chosen = picked && known ? picked : last
  const element = useRef<HTMLFormElement>(null)
  const form = useCheckedForm(newGolferSchema)
  const isNew = chosen === SOMEONE_ELSE

  useImperativeHandle(props.ref, () => ({
    check: () => !isNew || (element.current !== null && form.read(element.current) !== null),
    async resolve() {
      if (isSignedIn && !picked && !data) return await readLastGolfer(queryClient)
      if (!isNew) return chosen === ME ? null : chosen
      const entered = element.current && form.read(element.current)
      if (!entered) return false
      try {
        const { id } = await golfersClient.add.call(entered)
        await queryClient.invalidateQueries({ queryKey: golfersClient.key() })
        setPicked(id)
        return id
      } catch (error) {
        const problem = readProblem(error)
        if (!element.current || !form.show(element.current, golferIssues(problem)))
          toast.error('The golfer was not added', problem.message ?? 'Please try again.')
        return false
      }
    },
  }))

  const isOther = chosen !== last
  useEffect(() => onOther?.(isOther), [onOther, isOther])
  useEffect(() => {
    if (isNew) element.current?.querySelector('input')?.focus()
  }, [isNew])

  if (golfers.length === 0 && !isNew)
    return (
      <button
        type="button"
        className="self-start text-link text-[0.9375rem]"
        onClick={() => setPicked(SOMEONE_ELSE)}
      >
        Booking for someone else?
      </button>
    )
  const mayAdd = golfers.length < golferLimits.golfers
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="min-w-0">
        <legend className="mb-2 text-sm font-semibold">Who plays?</legend>
        <div className="flex flex-wrap gap-2">
          <Choice value={ME} chosen={chosen} onPick={setPicked}>
            Me
          </Choice>
          {golfers.map(({ id, name }) => (
            <Choice key={id} value={id} chosen={chosen} onPick={setPicked}>
              <bdi>{name}</bdi>
            </Choice>
          ))}
          {mayAdd ? (
            <Choice value={SOMEONE_ELSE} chosen={chosen} onPick={setPicked}>
              Someone else
            </Choice>
          ) : null}
        </div>
      </fieldset>
      {isNew ? (
        <form
          {...form.sends(async () => undefined)}
          ref={element}
          aria-label="Someone else"
          className="flex flex-col gap-4 rounded-card border p-4"
        >
          <GolferFields errors={form.errors} />
        </form>
      ) : null}
    </div>
  )
}

function Choice(props: {
  value: string
  chosen: string
  onPick: (value: string) => void
  children: ReactNode
}) {
  return (
    <label
      className={cn(
        'relative flex min-h-11 max-w-full min-w-0 items-center rounded-control border border-line-strong bg-surface-raised px-3.5 py-2 text-[0.9375rem] font-medium wrap-anywhere transition-colors',
        'hover:bg-surface-hover has-checked:border-brand has-checked:bg-brand-soft has-checked:shadow-[inset_0_0_0_1px_var(--brand)]',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)',
      )}
    >
      <input
        type="radio"
        name="who-plays"
        value={props.value}
        checked={props.chosen === props.value}
        onChange={() => props.onPick(props.value)}
        className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
      />
      {props.children}
    </label>
  )
}
