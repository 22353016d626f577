import { useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff, Send } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { inPlainCharacters, segmentsOf } from '#features/notifications/template.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { templatesClient } from '../client.ts'
import { type Draft, draftAfterSave, readTemplateDraft } from '../draft.ts'
import type { Template } from '../schema.ts'
import { templateWords } from '../template-settings.ts'
import { TemplatePreview } from './template-preview.tsx'
import { templateListQuery, templateQuery } from './template-queries.ts'
import { TemplateVersions } from './template-versions.tsx'
import { TestEmailDialog } from './test-email-dialog.tsx'
import { VariableList } from './variable-list.tsx'

const draftOf = (template: Template): Draft => ({
  templateName: template.templateName,
  subject: template.subject ?? '',
  content: template.content,
  basedOn: template.versions[0]?.id ?? null,
})

/** The editor of a template: texts, variables, versions and a preview. Unsaved input is kept for the tab. */
export function TemplateEditor({ template }: { template: Template }) {
  const { channel, templateKey } = template
  const queryClient = useQueryClient()
  const [stored, setStored, forget] = useTabDraft(`template:${channel}:${templateKey}`)
  // A save in progress needs what was written after it began.
  const newest = useRef(stored)
  useEffect(() => {
    newest.current = stored
  }, [stored])
  const saved = draftOf(template)
  const draft = readTemplateDraft(stored) ?? saved
  const isDirty =
    draft.templateName !== saved.templateName ||
    draft.subject !== saved.subject ||
    draft.content !== saved.content
  const change = (part: Partial<Draft>) => setStored(JSON.stringify({ ...draft, ...part }))
  const [problems, setProblems] = useState<Template['problems']>(template.problems)
  const [conflict, setConflict] = useState<{ by: string } | null>(null)
  const [showsPreview, setShowsPreview] = useState(channel === 'sms')
  const [isTesting, setIsTesting] = useState(false)
  const { busy, failure, attempt } = useAttempt()
  const headingId = useId()

  const refresh = async () => {
    await Promise.all([
      queryClient.invalidateQueries(templateQuery(channel, templateKey)),
      queryClient.invalidateQueries(templateListQuery(channel)),
    ])
  }
  const drop = () => {
    setStored('')
    forget()
    setProblems(template.problems)
    setConflict(null)
  }
  const save = (basedOn: string | null) =>
    attempt(
      async () => {
        const outcome = await templatesClient.save.call({ channel, templateKey, ...draft, basedOn })
        if (outcome.ok) {
          setProblems([])
          setConflict(null)
          await refresh()
          setStored(draftAfterSave(stored, newest.current, outcome.versionId))
          toast.success(templateWords.saved)
        } else if (outcome.reason === 'problems') {
          setProblems(outcome.problems)
          toast.error(notSaved(channel), outcome.problems[0]?.message)
        } else {
          setConflict({ by: outcome.by })
          await refresh()
        }
      },
      (problem) => {
        toast.error(problem.message ?? notSaved(channel))
        return problem.code !== 'offline'
      },
    )
  const errorOf = (field: 'subject' | 'content') =>
    problems.filter((problem) => problem.field === field).map(({ message }) => message)

  return (
    <section aria-labelledby={headingId} className="min-w-0">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={headingId} className="text-xl">
          {template.templateName}
        </h2>
        {template.isEdited ? (
          <Badge tone="blue" icon={null}>
            Edited
          </Badge>
        ) : (
          <Badge icon={null}>Unchanged</Badge>
        )}
        {isDirty ? <Badge tone="yellow">Not saved</Badge> : null}
        <code className="text-sm text-muted">{templateKey}</code>
      </header>

      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button variant="brand" loading={busy} disabled={!isDirty} onClick={() => void save(draft.basedOn)}>
          Save
        </Button>
        <Button aria-pressed={showsPreview} onClick={() => setShowsPreview(!showsPreview)}>
          {showsPreview ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          Preview
        </Button>
        {channel === 'email' ? (
          <Button onClick={() => setIsTesting(true)}>
            <Send aria-hidden />
            Test
          </Button>
        ) : null}
        {isDirty ? (
          <Button variant="ghost" onClick={drop}>
            Discard changes
          </Button>
        ) : null}
      </div>

      {failure || conflict ? (
        <div className="mt-4 flex flex-col gap-3">
          <FormError>{failure}</FormError>
          {conflict ? (
            <Alert
              tone="warning"
              title={`${conflict.by} saved this template while you were writing.`}
              action={
                <Button size="sm" onClick={() => void save(saved.basedOn)}>
                  Overwrite with mine
                </Button>
              }
            >
              Your changes are still here. Theirs are under Versions.
            </Alert>
          ) : null}
        </div>
      ) : null}

      <div className={cn('mt-5 grid gap-6', showsPreview && channel === 'email' && 'xl:grid-cols-2')}>
        <Tabs
          label="Parts of the template"
          items={[
            {
              value: 'content',
              label: 'Content',
              content: (
                <ContentFields
                  template={template}
                  draft={draft}
                  onChange={change}
                  subjectErrors={errorOf('subject')}
                  contentErrors={errorOf('content')}
                />
              ),
            },
            {
              value: 'variables',
              label: 'Variables',
              content: <VariableList template={template} usedIn={`${draft.subject} ${draft.content}`} />,
            },
            {
              value: 'versions',
              label: 'Versions',
              content: (
                <TemplateVersions
                  template={template}
                  onRestored={async () => {
                    drop()
                    await refresh()
                  }}
                />
              ),
            },
          ]}
        />
        {showsPreview ? <TemplatePreview template={template} words={draft} /> : null}
      </div>
      {isTesting ? (
        <TestEmailDialog template={template} isDirty={isDirty} onClose={() => setIsTesting(false)} />
      ) : null}
    </section>
  )
}

const notSaved = (channel: Template['channel']) =>
  channel === 'email' ? templateWords.notSaved : templateWords.textNotSaved

function ContentFields({
  template,
  draft,
  onChange,
  subjectErrors,
  contentErrors,
}: {
  template: Template
  draft: Draft
  onChange: (part: Partial<Draft>) => void
  subjectErrors: string[]
  contentErrors: string[]
}) {
  const isEmail = template.channel === 'email'
  return (
    <div className="flex flex-col gap-5">
      {isEmail ? (
        <>
          <Field label="Name" hint="Only admins see it.">
            <Input
              value={draft.templateName}
              maxLength={120}
              onChange={(event) => onChange({ templateName: event.target.value })}
            />
          </Field>
          <Field label="Subject" error={asLines(subjectErrors)}>
            <Input value={draft.subject} onChange={(event) => onChange({ subject: event.target.value })} />
          </Field>
        </>
      ) : null}
      <Field
        label={isEmail ? 'HTML' : 'Message'}
        hint={
          isEmail ? (
            'The content of the email; the frame that all emails share is added when it is sent, as the preview shows. Write variables in double braces: {{full_name}}.'
          ) : (
            <TextLength draft={draft} template={template} />
          )
        }
        error={asLines(contentErrors)}
      >
        <Textarea
          value={draft.content}
          rows={isEmail ? 22 : 6}
          spellCheck={!isEmail}
          className={isEmail ? 'font-mono text-[0.8125rem] leading-6' : undefined}
          onChange={(event) => onChange({ content: event.target.value })}
        />
      </Field>
    </div>
  )
}

const asLines = (messages: string[]): ReactNode =>
  messages.length === 0 ? undefined : messages.length === 1 ? (
    messages[0]
  ) : (
    <span className="flex flex-col gap-1">
      {messages.slice(0, 6).map((message) => (
        <span key={message}>{message}</span>
      ))}
    </span>
  )

/** The number of SMS segments of the text, with the values of the first sample. */
function TextLength({ template, draft }: { template: Template; draft: Draft }) {
  const examples = new Map(template.variables.map(({ name, example }) => [name, example]))
  const filled = draft.content.replace(
    /\{\{\s*([a-z_]+)\s*\}\}/g,
    (_, name: string) => examples.get(name) ?? '',
  )
  const { characters, segments, isPlain } = segmentsOf(inPlainCharacters(filled))
  return (
    <span className="tabular">
      {`${characters} characters with sample values: `}
      {segments === 1 ? 'sent as one message.' : <strong>{`will be sent as ${segments} messages.`}</strong>}
      {isPlain
        ? ''
        : ' An emoji or accent outside of the phones’ alphabet leaves room for only 70 in a message.'}
    </span>
  )
}
