import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { cn } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { TemplateSummary } from '../schema.ts'
import { type TemplateChannel, templateWords } from '../template-settings.ts'
import { LoadFailed } from './load-failed.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { templateListQuery, templateQuery, useFailureToast } from './template-queries.ts'

const words = {
  email: { failed: templateWords.emailsNotLoaded, one: 'email', many: 'emails' },
  sms: { failed: templateWords.textsNotLoaded, one: 'text', many: 'texts' },
} as const

/**
 * The templates of a channel by name, and the editor of the selected one.
 * @param chosen the key of the template from the URL; defaults to the first one
 */
export function TemplateScreen({
  channel,
  chosen,
  onChoose,
}: {
  channel: TemplateChannel
  chosen: string | undefined
  onChoose: (templateKey: string) => void
}) {
  const list = useQuery(templateListQuery(channel))
  useFailureToast(list, words[channel].failed)
  if (list.isError) return <LoadFailed title={words[channel].failed} onRetry={() => void list.refetch()} />
  if (!list.data) return <ScreenSkeleton />
  const templates = list.data
  const open = templates.find(({ templateKey }) => templateKey === chosen) ?? templates[0]
  if (!open) return <EmptyState title={`No ${words[channel].many} yet`} />
  return (
    <div className="grid gap-6 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-8">
      <TemplateList channel={channel} templates={templates} open={open.templateKey} onChoose={onChoose} />
      <OpenTemplate key={open.templateKey} channel={channel} templateKey={open.templateKey} />
    </div>
  )
}

/** The list of templates next to the editor; a select field on narrow screens. */
function TemplateList({
  channel,
  templates,
  open,
  onChoose,
}: {
  channel: TemplateChannel
  templates: readonly TemplateSummary[]
  open: string
  onChoose: (templateKey: string) => void
}) {
  const [sought, setSought] = useState('')
  const searchId = useId()
  const part = sought.trim().toLowerCase()
  const found = templates.filter(({ templateName, templateKey }) =>
    `${templateName} ${templateKey}`.toLowerCase().includes(part),
  )
  const options = templates.map(({ templateKey: value, templateName, isEdited }) => ({
    value,
    label: isEdited ? `${templateName} (edited)` : templateName,
  }))
  return (
    <div>
      <Field label={`Template (${templates.length})`} className="lg:hidden">
        <Select value={open} options={options} onChange={(event) => onChoose(event.target.value)} />
      </Field>
      <nav aria-label={`${words[channel].one} templates`} className="hidden lg:block">
        <label htmlFor={searchId} className="sr-only">
          Find a template
        </label>
        <Input
          id={searchId}
          type="search"
          placeholder={`Find one of ${templates.length} ${words[channel].many}`}
          leading={<Search aria-hidden />}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
        <ul className="mt-3 max-h-[46rem] overflow-y-auto rounded-card border bg-surface-raised">
          {found.map((template) => (
            <li key={template.templateKey} className="border-b last:border-b-0">
              <button
                type="button"
                aria-current={template.templateKey === open ? 'true' : undefined}
                onClick={() => onChoose(template.templateKey)}
                className={cn(
                  'flex min-h-11 w-full items-center justify-between gap-2 px-3.5 py-2 text-left text-[0.9375rem]',
                  'hover:bg-surface-hover focus-visible:-outline-offset-2 aria-[current=true]:bg-surface-sunken aria-[current=true]:font-semibold',
                )}
              >
                <span className="min-w-0 wrap-anywhere">{template.templateName}</span>
                <State template={template} />
              </button>
            </li>
          ))}
          {found.length === 0 ? (
            <li className="px-3.5 py-4 text-sm text-muted">No template of that name.</li>
          ) : null}
        </ul>
      </nav>
    </div>
  )
}

function State({ template: { isEdited, isBroken } }: { template: TemplateSummary }) {
  if (isBroken) return <Badge tone="red">Broken</Badge>
  return isEdited ? (
    <Badge tone="blue" icon={null}>
      Edited
    </Badge>
  ) : null
}

function OpenTemplate({ channel, templateKey }: { channel: TemplateChannel; templateKey: string }) {
  const template = useQuery(templateQuery(channel, templateKey))
  useFailureToast(template, words[channel].failed)
  if (template.isError)
    return <LoadFailed title={words[channel].failed} onRetry={() => void template.refetch()} />
  if (!template.data) return <EditorSkeleton />
  return <TemplateEditor template={template.data} />
}

const ScreenSkeleton = () => (
  <div className="grid gap-8 lg:grid-cols-[17rem_minmax(0,1fr)]">
    <p className="sr-only" role="status">
      Loading…
    </p>
    <Skeleton className="h-11 lg:h-[40rem]" />
    <EditorSkeleton />
  </div>
)

const EditorSkeleton = () => (
  <div className="flex flex-col gap-5">
    <Skeleton className="h-9 w-2/3" />
    <Skeleton className="h-11" />
    <Skeleton className="h-96" />
  </div>
)
