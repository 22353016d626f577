import { namesIn } from '#features/notifications/letter-check.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import type { Template } from '../schema.ts'

/** The variables of a template, those it cannot be saved without first, with an example of each. */
export function VariableList({ template, usedIn }: { template: Template; usedIn: string }) {
  const used = new Set(namesIn(usedIn))
  const copy = async (name: string) => {
    try {
      await navigator.clipboard.writeText(`{{${name}}}`)
      toast.success('Copied', `{{${name}}}`)
    } catch {
      toast.error('This browser did not let us copy it.')
    }
  }
  return (
    <ul className="divide-y rounded-card border bg-surface-raised">
      {[...template.variables]
        .sort((a, b) => Number(b.isRequired) - Number(a.isRequired))
        .map(({ name, example, mayBeEmpty, isRequired, isCommon }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
            <code className="text-sm font-semibold wrap-anywhere">{`{{${name}}}`}</code>
            {used.has(name) ? (
              <Badge tone="green">Used</Badge>
            ) : (
              <Badge icon={null}>{isCommon ? 'In every template' : 'Not used'}</Badge>
            )}
            {isRequired ? (
              <Badge tone={used.has(name) ? undefined : 'red'} icon={null}>
                Required
              </Badge>
            ) : null}
            {mayBeEmpty ? <Badge icon={null}>May be empty</Badge> : null}
            <Button size="sm" variant="ghost" className="ml-auto" onClick={() => void copy(name)}>
              Copy<span className="sr-only">{` {{${name}}}`}</span>
            </Button>
            <p className="w-full text-sm text-muted wrap-anywhere" dir="auto">
              {example
                ? `Example: ${example.length > 160 ? `${example.slice(0, 160)}…` : example}`
                : 'No example.'}
            </p>
          </li>
        ))}
    </ul>
  )
}
