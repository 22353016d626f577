import { History } from 'lucide-react'
import { useState } from 'react'
import { formatMoment } from '#platform/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { toast } from '#ui/toast.tsx'
import { templatesClient } from '../client.ts'
import type { Template } from '../schema.ts'
import { templateWords } from '../template-settings.ts'
import { errorText } from './template-queries.ts'

const OFFICE = 'America/New_York'

/** Who saved what, newest first, and the words of the product; each can be brought back. */
export function TemplateVersions({
  template,
  onRestored,
}: {
  template: Template
  onRestored: () => Promise<void>
}) {
  const { channel, templateKey, versions, builtIn, isEdited } = template
  const [asked, setAsked] = useState<{ versionId: string | null; title: string } | null>(null)
  const restore = async () => {
    if (!asked) return
    try {
      await templatesClient.restore.call({ channel, templateKey, versionId: asked.versionId })
      await onRestored()
      toast.success(templateWords.saved, asked.title)
    } catch (error) {
      toast.error(errorText(error, channel === 'email' ? templateWords.notSaved : templateWords.textNotSaved))
    }
  }
  return (
    <div className="flex flex-col gap-4">
      {versions.length === 0 ? (
        <EmptyState icon={History} title="No changes yet">
          Each save keeps the previous version here.
        </EmptyState>
      ) : (
        <ol className="divide-y rounded-card border bg-surface-raised">
          {versions.map((version, nth) => (
            <li key={version.id} className="px-4 py-3">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                <p className="min-w-0 flex-1 text-[0.9375rem]">
                  <strong>{version.isBuiltIn ? 'Restored the default' : version.savedBy}</strong>
                  <span className="block text-sm text-muted">
                    {version.isBuiltIn ? `${version.savedBy}, ` : ''}
                    {formatMoment(version.savedAt, OFFICE)}
                  </span>
                </p>
                {nth === 0 ? (
                  <Badge tone="green">In use</Badge>
                ) : (
                  <Button
                    size="sm"
                    onClick={() =>
                      setAsked({
                        versionId: version.id,
                        title: `The version of ${formatMoment(version.savedAt, OFFICE)}`,
                      })
                    }
                  >
                    Restore
                  </Button>
                )}
              </div>
              <Words subject={version.subject} content={version.content} />
            </li>
          ))}
        </ol>
      )}
      <div className="rounded-card border px-4 py-3">
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 text-[0.9375rem]">
            <strong>Default</strong>
            <span className="block text-sm text-muted">The original text.</span>
          </p>
          {isEdited ? (
            <Button size="sm" onClick={() => setAsked({ versionId: null, title: 'The default text' })}>
              Restore
            </Button>
          ) : (
            <Badge tone="green">In use</Badge>
          )}
        </div>
        <Words subject={builtIn.subject} content={builtIn.content} />
      </div>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => open || setAsked(null)}
        title="Restore this version?"
        description={`${asked?.title ?? ''} will be used from now on. The current text stays under Versions.`}
        confirmLabel="Restore"
        tone="brand"
        onConfirm={restore}
      />
    </div>
  )
}

const Words = ({ subject, content }: { subject: string | null; content: string }) => (
  <Disclosure summary="Show the words" className="mt-1 text-sm">
    {subject === null ? null : <p className="mb-2 font-semibold wrap-anywhere">{subject}</p>}
    <pre className="max-h-72 overflow-auto rounded-control bg-surface-sunken p-3 text-xs whitespace-pre-wrap wrap-anywhere">
      {content}
    </pre>
  </Disclosure>
)
