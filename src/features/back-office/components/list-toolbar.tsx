import { Download, Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { Input } from '#ui/input.tsx'
import type { ListPage } from '../schema.ts'
import { writeView } from '../view.ts'
import { ListFilter } from './list-filters.tsx'
import { SavedViews } from './saved-views.tsx'
import { useView } from './use-view.ts'

/** Search, filters, saved views and export of a list. */
export function ListToolbar({ list, page }: { list: string; page: ListPage | undefined }) {
  const { view, change } = useView()
  const { q, filters, sort } = view
  const file = `/admin/files/${list}.csv${writeView({ q, filters, ...(sort ? { sort } : {}) })}`
  const filtered = page?.columns.filter(({ filter }) => filter) ?? []
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {page?.search === null ? null : (
          <SearchForm words={page?.search ?? 'Search'} q={q} onSearch={(typed) => change({ q: typed })} />
        )}
        <div className="ml-auto flex items-center gap-2">
          <SavedViews list={list} />
          <a href={file} download className={buttonClass({ size: 'sm' })}>
            <Download aria-hidden />
            Export<span className="sr-only"> as CSV</span>
          </a>
        </div>
      </div>
      {filtered.length > 0 ? (
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="sr-only">Filters</legend>
          {filtered.map((column) => (
            <ListFilter
              key={column.name}
              column={column}
              value={filters[column.name] ?? ''}
              onChange={(value) => {
                const { [column.name]: _, ...others } = filters
                change({ filters: value ? { ...others, [column.name]: value } : others })
              }}
            />
          ))}
          {q || Object.keys(filters).length > 0 ? (
            <button
              type="button"
              onClick={() => change({ q: '', filters: {} })}
              className="h-9 px-2 text-sm font-medium text-brand hover:underline"
            >
              Clear all
            </button>
          ) : null}
        </fieldset>
      ) : null}
    </div>
  )
}

/**
 * The search field. It keeps its input while the user types; a search set elsewhere, such as by the back
 * button, is written into the field.
 */
function SearchForm(props: { words: string; q: string; onSearch: (typed: string) => void }) {
  const { words, q, onSearch } = props
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(q)
  useEffect(() => {
    if (field.current && q !== shown.current) field.current.value = q
    shown.current = q
  }, [q])
  return (
    <search className="min-w-0 grow basis-64 sm:max-w-md">
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          shown.current = String(new FormData(event.currentTarget).get('q') ?? '').trim()
          onSearch(shown.current)
        }}
      >
        <Input
          ref={field}
          name="q"
          type="search"
          leading={<Search aria-hidden />}
          aria-label={words}
          placeholder={words}
          maxLength={100}
          defaultValue={q}
          className="h-10"
          enterKeyHint="search"
        />
      </form>
    </search>
  )
}
