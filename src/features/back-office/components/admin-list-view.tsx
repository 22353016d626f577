import { useQuery } from '@tanstack/react-query'
import { type RowSelectionState, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, startTransition, useEffect, useMemo, useState } from 'react'
import { type ApiProblem, readProblem } from '#platform/api-problem.ts'
import { formatCount } from '#platform/money.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx'
import { useMediaQuery } from '#ui/use-media-query.ts'
import type { ColumnShown, ListPage, RowShown } from '../schema.ts'
import { whyNoRows, writeView } from '../view.ts'
import { ListCell } from './cell.tsx'
import { ListActs } from './list-acts.tsx'
import { ListCard } from './list-card.tsx'
import { listQuery } from './list-queries.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { type EmptyList, NoRows } from './no-rows.tsx'
import { showFailure } from './use-desk-act.ts'
import { useView } from './use-view.ts'

export interface AdminListProps {
  /** The name of the list, as its feature declares it. */
  list: string
  /** The label of the table for screen readers. */
  label: string
  /** Custom renderers for columns, instead of the default for their kind. */
  cells?: Readonly<Record<string, (row: RowShown) => ReactNode>>
  /** The link of the first column of a row. */
  hrefOf?: (row: RowShown) => string | null
  /** Buttons at the end of a row. */
  actions?: (row: RowShown) => ReactNode
  /** The title when the list cannot be loaded; in the toast, the server's message replaces it. */
  failure: string
  /** The placeholder shown when the list has no rows at all. */
  empty: EmptyList
}

const features = tableFeatures({ rowSelectionFeature })
const noRows: RowShown[] = []
const noColumns: ColumnShown[] = []

/**
 * A list of the back office with search, filters, sorting, pagination, saved views, export and bulk actions.
 * The state of the view is in the URL, so that it can be bookmarked and shared. A table on wide screens,
 * cards on phones.
 */
export function AdminListView(props: AdminListProps) {
  const { list, failure } = props
  const { view } = useView()
  const noRowsBecause = whyNoRows(view)
  const [isFull, setFull] = useState(false)
  const { data: page, isError, error, refetch, isPlaceholderData } = useQuery(listQuery(list, view))
  useEffect(() => {
    if (isError) showFailure(failure)(readProblem(error))
  }, [isError, error, failure])
  // An empty list has no toolbar, because there is nothing to search, filter or export.
  const isEmpty = page?.rows.length === 0 && noRowsBecause === 'list'
  return (
    <div>
      {isEmpty ? null : <ListToolbar list={list} page={page} />}
      {isError && !page ? (
        <Failed title={failure} problem={readProblem(error)} onRetry={() => void refetch()} />
      ) : !page ? (
        <Loading />
      ) : page.rows.length > 0 ? (
        <div className={cn('transition-opacity', isPlaceholderData && 'opacity-60')}>
          {/* The key resets the selection when the view changes. */}
          <Rows
            key={writeView(view)}
            {...props}
            page={page}
            isFull={isFull}
            // A table takes long to draw with other columns: the browser paints the pressed button first.
            onFull={(next) => startTransition(() => setFull(next))}
          />
        </div>
      ) : (
        <NoRows because={noRowsBecause} noun={page.noun[1]} empty={props.empty} />
      )}
    </div>
  )
}

/** A table with more columns than this hides its minor columns at first. */
const MANY_COLUMNS = 6
/** The number of columns that fit on a tablet; action buttons count as two. */
const TABLET_COLUMNS = 5

interface RowsProps extends AdminListProps {
  page: ListPage
  /** Whether the minor columns of a wide table are shown. */
  isFull: boolean
  onFull: (isFull: boolean) => void
}

function Rows({ list, label, page, cells, hrefOf, actions, isFull, onFull }: RowsProps) {
  const isDesk = useMediaQuery('(min-width: 64rem)', true)
  const isTablet = useMediaQuery('(min-width: 48rem)', true)
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({})
  const [isAll, setAll] = useState(false)
  const all = useMemo(() => (page.columns ?? noColumns).filter(({ hidden }) => !hidden), [page.columns])
  const minor = all.filter((column) => column.minor).length
  const isCrowded = isTablet && minor > 0 && all.length > MANY_COLUMNS
  const hasMinor = isTablet && (!isCrowded || isFull)
  const shown = useMemo(() => all.filter((column) => hasMinor || !column.minor), [all, hasMinor])
  // The action buttons stick to the end of a row. Where they would cover columns, the rows are shown as
  // cards.
  const isTable = isDesk || (isTablet && shown.length + (actions ? 2 : 0) <= TABLET_COLUMNS)
  const hasDates = shown.some(({ kind }) => kind === 'instant')
  const columns = useMemo(() => shown.map(({ name }) => ({ id: name })), [shown])
  const table = useTable({
    features,
    columns,
    data: page.rows ?? noRows,
    getRowId: (row: RowShown) => row.id,
    state: { rowSelection },
    onRowSelectionChange: (change) => {
      setAll(false)
      setRowSelection(change)
    },
  })
  const rows = table.getRowModel().rows
  const chosenIds = rows.filter((row) => row.getIsSelected()).map(({ id }) => id)
  const mayChoose = page.acts.length > 0
  const primary = primaryOf(shown)
  const draw = (column: ColumnShown, row: RowShown) => {
    const drawn = cells?.[column.name]?.(row) ?? <ListCell column={column} row={row} now={page.now} />
    const href = column === primary ? hrefOf?.(row) : null
    return href ? (
      <Anchor href={href} className="font-semibold text-ink underline-offset-4 hover:underline">
        {drawn}
      </Anchor>
    ) : (
      drawn
    )
  }
  const nameOf = (row: RowShown) => String(row.cells[primary?.name ?? ''] ?? row.id)
  const box = (row: (typeof rows)[number]) => (
    <input
      type="checkbox"
      aria-label={`Select ${nameOf(row.original)}`}
      checked={isAll || row.getIsSelected()}
      onChange={row.getToggleSelectedHandler()}
      className="size-6 accent-brand md:size-4.5"
    />
  )
  return (
    <>
      <div className="mt-4 mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="tabular text-sm text-muted">
          {page.isMore ? 'More than ' : ''}
          {formatCount(page.count)} {page.noun[page.count === 1 && !page.isMore ? 0 : 1]}
          {hasDates ? <span className="max-sm:sr-only"> · times in New York</span> : null}
        </p>
        {isCrowded ? (
          <Button size="sm" variant="ghost" aria-expanded={isFull} onClick={() => onFull(!isFull)}>
            {isFull ? 'Show fewer columns' : `Show ${minor} more ${minor === 1 ? 'column' : 'columns'}`}
          </Button>
        ) : null}
      </div>
      {isTable ? (
        <Table label={label} className="text-sm">
          <TableHead>
            <tr>
              {mayChoose ? (
                <th scope="col" className="w-10 pl-4">
                  <input
                    type="checkbox"
                    aria-label="Select all on this page"
                    checked={table.getIsAllRowsSelected()}
                    ref={(element) => {
                      if (element) element.indeterminate = table.getIsSomeRowsSelected()
                    }}
                    onChange={table.getToggleAllRowsSelectedHandler()}
                    className="size-4.5 accent-brand"
                  />
                </th>
              ) : null}
              {shown.map((column) => (
                <SortHeader key={column.name} column={column} sort={page.sort} />
              ))}
              {actions ? (
                <th scope="col">
                  <span className="sr-only">Actions</span>
                </th>
              ) : null}
            </tr>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <TableRow
                key={row.id}
                interactive
                className={row.getIsSelected() ? 'bg-brand-soft' : 'bg-surface-raised'}
              >
                {mayChoose ? <td className="pl-4">{box(row)}</td> : null}
                {shown.map((column) => (
                  <TableCell
                    key={column.name}
                    numeric={isFigure(column)}
                    className={cn('h-10 px-3 py-1 whitespace-nowrap', widthOf(column))}
                  >
                    {column.kind === 'text' ? (
                      <Truncated isLong={column.isLong}>{draw(column, row.original)}</Truncated>
                    ) : (
                      draw(column, row.original)
                    )}
                  </TableCell>
                ))}
                {actions ? (
                  <td className="sticky right-0 bg-inherit py-1 pr-3 pl-2 text-right whitespace-nowrap [&_button]:h-8 [&_button]:min-h-8">
                    {actions(row.original)}
                  </td>
                ) : null}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      ) : (
        <ul aria-label={label} className="divide-y rounded-card border bg-surface-raised">
          {rows.map((row) => (
            <li key={row.id} className="flex gap-3 px-4 py-2.5">
              {mayChoose ? <span className="pt-0.5">{box(row)}</span> : null}
              <ListCard
                shown={shown}
                primary={primary}
                row={row.original}
                draw={draw}
                badges={Object.keys(cells ?? {})}
              >
                {actions?.(row.original)}
              </ListCard>
            </li>
          ))}
        </ul>
      )}
      <ListActs
        list={list}
        page={page}
        chosen={{ ids: isAll ? rows.map(({ id }) => id) : chosenIds, isAll }}
        onAll={() => setAll(true)}
        onNone={() => {
          setAll(false)
          setRowSelection({})
        }}
      />
      <Pages page={page} label={label} />
    </>
  )
}

/** The primary column, which names the row: the first text column. */
const primaryOf = (columns: readonly ColumnShown[]) =>
  columns.find(({ kind, isLong }) => kind === 'text' && !isLong) ?? columns[0]

/** Text columns share the width left by dates, states and figures. */
const widthOf = ({ kind, isLong }: ColumnShown) => (kind !== 'text' ? '' : isLong ? 'w-1/3' : 'w-1/6')

/** One line of text, truncated to the width of its column, with a minimum width. */
function Truncated({ isLong, children }: { isLong: boolean; children: ReactNode }) {
  return (
    <>
      <div aria-hidden className={isLong ? 'w-28' : 'w-20'} />
      <div className="w-0 min-w-full truncate">{children}</div>
    </>
  )
}

const isFigure = ({ kind }: ColumnShown) => kind === 'money' || kind === 'number'

function SortHeader({ column, sort }: { column: ColumnShown; sort: string }) {
  const { change } = useView()
  const { name, label, kind } = column
  if (!column.sort)
    return (
      <TableHeader numeric={isFigure(column)} className="px-3">
        {label}
      </TableHeader>
    )
  const state = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none'
  // The first click sorts dates and numbers in descending order, texts in ascending order.
  const first = kind === 'text' || kind === 'choice' ? name : `-${name}`
  const next = state === 'none' ? first : state === 'ascending' ? `-${name}` : name
  return (
    <TableHeader
      className="px-3"
      numeric={isFigure(column)}
      sort={state}
      onSort={() => change({ sort: next })}
    >
      {label}
    </TableHeader>
  )
}

/** Keyset pagination has no page numbers, only links to the first, previous and next page. */
function Pages({ page: { previous, next }, label }: { page: ListPage; label: string }) {
  const { view, hrefOf } = useView()
  if (!previous && !next) return null
  const { q, filters, sort } = view
  const here = { q, filters, ...(sort ? { sort } : {}) }
  const step = (href: string | null, words: ReactNode) =>
    href ? (
      <Anchor href={href} className={buttonClass({ size: 'sm' })}>
        {words}
      </Anchor>
    ) : (
      <span
        aria-hidden
        className={buttonClass({ size: 'sm' }, 'border-transparent bg-transparent text-muted')}
      >
        {words}
      </span>
    )
  return (
    <nav aria-label={`Pages: ${label}`} className="mt-4 flex flex-wrap items-center justify-end gap-2">
      {previous ? step(hrefOf(here), 'First page') : null}
      {step(
        previous ? hrefOf({ ...here, before: previous }) : null,
        <>
          <ChevronLeft aria-hidden />
          Previous
        </>,
      )}
      {step(
        next ? hrefOf({ ...here, after: next }) : null,
        <>
          Next
          <ChevronRight aria-hidden />
        </>,
      )}
    </nav>
  )
}

function Failed(props: { title: string; problem: ApiProblem; onRetry: () => void }) {
  const { code, message } = props.problem
  const { change } = useView()
  const isBadView = code === 'bad_view' || code === 'bad_input'
  return (
    <EmptyState
      className="mt-4"
      title={props.title}
      action={
        isBadView ? (
          <Button onClick={() => change({ q: '', filters: {}, sort: '' })}>Clear filters</Button>
        ) : (
          <Button onClick={props.onRetry}>Try again</Button>
        )
      }
    >
      {message ?? 'Nothing was lost. Please try again in a moment.'}
    </EmptyState>
  )
}

function Loading() {
  return (
    <div aria-busy className="mt-4">
      <p role="status" className="mb-2 text-sm text-muted">
        Loading…
      </p>
      <div className="divide-y rounded-card border bg-surface-raised">
        {Array.from({ length: 8 }, (_, row) => row).map((row) => (
          <div key={row} className="flex items-center gap-6 px-4 py-3.5">
            <Skeleton className="h-4 w-1/4" />
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="ml-auto h-4 w-24" />
          </div>
        ))}
      </div>
    </div>
  )
}
