import { RadioGroup } from '#ui/radio-group.tsx'
import { workspacesClient } from '../client.ts'
import { firstName, useAct, useWorkspace } from './workspace-context.ts'

const words = { nothing: 'Nothing is shown', counted: 'You are counted', named: 'Your first name is shown' }

/**
 * The student chooses what the coach's public page shows of the measured progress; the coach sees the choice.
 */
export function ConsentCard() {
  const { view, pair } = useWorkspace()
  const act = useAct()
  if (view.as === 'coach')
    return view.consent === 'nothing' ? null : (
      <p className="mt-6 text-sm text-muted">
        {`${firstName(view.student.name)} lets your profile show measured progress${view.consent === 'named' ? ' by first name' : ' without a name'}.`}
      </p>
    )
  const set = (consent: typeof view.consent) => () => workspacesClient.setConsent.call({ ...pair, consent })
  return (
    <section
      aria-label="What your coach may show"
      className="mt-8 rounded-card border bg-surface-raised p-4 sm:p-5"
    >
      <RadioGroup
        legend={`May ${view.coach.label} show your measured progress?`}
        hint="It appears on the public profile once three students have agreed. You can withdraw your consent at any time, and it is removed right away."
        name="consent"
        value={view.consent}
        disabled={!view.isOpen}
        onValueChange={(value) => {
          const consent = value === 'named' || value === 'counted' ? value : 'nothing'
          void act(set(consent), { done: words[consent], failed: 'Not changed', undo: set(view.consent) })
        }}
        options={[
          { value: 'nothing', label: 'No' },
          {
            value: 'counted',
            label: 'Yes, without my name',
            description: 'Such as: 12 students gained 6 mph on average',
          },
          {
            value: 'named',
            label: 'Yes, with my first name',
            description: `Such as: ${firstName(view.student.name)} +6 mph`,
          },
        ]}
      />
    </section>
  )
}
