import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Bookmark, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#ui/menu.tsx'
import { toast } from '#ui/toast.tsx'
import { backOfficeClient } from '../client.ts'
import { viewNameSchema } from '../schema.ts'
import { readView, writeView } from '../view.ts'
import { useView } from './use-view.ts'

/** Views that were kept under a name, for all admins; and the way to keep this one. */
export function SavedViews({ list }: { list: string }) {
  const { view, hrefOf } = useView()
  const router = useRouter()
  const queryClient = useQueryClient()
  const saved = useQuery(backOfficeClient.views.queryOptions({ input: { list } }))
  const [isNaming, setNaming] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: backOfficeClient.views.key() })
  const form = useCheckedForm(viewNameSchema)
  const drop = async (viewId: string) => {
    await backOfficeClient.dropView.call({ viewId }).catch(() => toast.error('The view could not be deleted'))
    await refresh()
  }
  const { q, filters, sort } = view
  const kept = writeView({ q, filters, ...(sort ? { sort } : {}) }).slice(1)
  const current = saved.data?.find((one) => one.view === kept)
  return (
    <>
      <Menu
        trigger={
          <Button size="sm">
            <Bookmark aria-hidden />
            Views
          </Button>
        }
      >
        <MenuLabel>{saved.data?.length ? 'Saved views' : 'No saved views yet'}</MenuLabel>
        {saved.data?.map((one) => (
          <MenuItem
            key={one.id}
            onSelect={() => void router.navigate({ href: hrefOf(readView(one.view)), resetScroll: false })}
          >
            <bdi>{one.name}</bdi>
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onSelect={() => setNaming(true)}>
          <Bookmark aria-hidden />
          Save this view…
        </MenuItem>
        {current ? (
          <MenuItem tone="danger" onSelect={() => void drop(current.id)}>
            <Trash2 aria-hidden />
            Delete “{current.name}”
          </MenuItem>
        ) : null}
      </Menu>
      <Dialog
        open={isNaming}
        onOpenChange={setNaming}
        size="sm"
        title="Save this view"
        description="Search, filters and order under a name. Every admin finds it here."
      >
        <form
          {...form.sends(async ({ name }) => {
            await backOfficeClient.saveView.call({ list, name, view: kept })
            await refresh()
            setNaming(false)
            toast.success('View saved')
          })}
          className="grid gap-4 pb-2"
        >
          {form.failure ? <FormError>{form.failure}</FormError> : null}
          <Field label="Name" required error={form.errors.name} hint="One of the same name is replaced.">
            <Input name="name" maxLength={60} autoComplete="off" />
          </Field>
          <Button type="submit" variant="brand" loading={form.busy} className="justify-self-start">
            Save view
          </Button>
        </form>
      </Dialog>
    </>
  )
}
