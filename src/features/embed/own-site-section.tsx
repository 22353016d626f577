import { Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { pageOrigin } from '#platform/page-origin.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { type EmbedTheme, embedPath, embedSnippet, embedThemes } from './embed.ts'

const themeNames: Record<EmbedTheme, string> = {
  light: 'Always light',
  dark: 'Always dark',
  auto: 'As the visitor’s device prefers',
}

/** For a coach with a site of her own: the lines to paste into it, and how the panel looks there. */
export function OwnSiteSection(props: { coachId: string; label: string; isVisible: boolean }) {
  const { coachId, label, isVisible } = props
  const [theme, setTheme] = useState<EmbedTheme>('light')
  const field = useRef<HTMLTextAreaElement>(null)
  const [isShown, setShown] = useState(false)
  const snippet = embedSnippet(pageOrigin(), { coachId, label, theme })
  async function copy() {
    try {
      await navigator.clipboard.writeText(snippet)
      toast.success('Copied', 'Paste it where your page should show the panel.')
    } catch {
      field.current?.select()
      toast.error('The browser did not allow that', 'The lines are selected: copy them yourself.')
    }
  }
  return (
    <Card asChild padding="md">
      <section aria-label="Booking on your own website">
        <CardHeader
          title="Booking on your own website"
          description={
            isVisible
              ? 'Visitors see your open times and prices there. Choosing one brings them here to book and pay.'
              : 'Your profile is hidden: until students can see it, the panel says that you take no bookings.'
          }
        />
        <div className="flex flex-col gap-5">
          <Field label="Colors">
            <Select
              value={theme}
              options={embedThemes.map((value) => ({ value, label: themeNames[value] }))}
              onChange={({ target }) =>
                setTheme(embedThemes.find((value) => value === target.value) ?? 'light')
              }
            />
          </Field>
          <Field
            label="Code for your website"
            hint="Works in any site builder that takes HTML. Where scripts are not allowed, leave the second line out: the panel then scrolls."
          >
            <Textarea
              ref={field}
              readOnly
              rows={5}
              value={snippet}
              className="font-mono text-[0.8125rem] break-all"
              onFocus={(event) => event.target.select()}
            />
          </Field>
          <div className="flex flex-wrap gap-2.5">
            <Button variant="brand" onClick={() => void copy()}>
              <Copy aria-hidden /> Copy code
            </Button>
            <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
              {isShown ? 'Hide the preview' : 'Show a preview'}
            </Button>
          </div>
          {isShown ? (
            // Its own sandbox within the panel's: a time pressed here must not lead out of the editor.
            <iframe
              key={theme}
              title="Preview of the booking panel"
              src={embedPath(coachId, theme)}
              sandbox="allow-scripts"
              className="h-180 w-full max-w-[45rem] rounded-card border"
            />
          ) : null}
        </div>
      </section>
    </Card>
  )
}
