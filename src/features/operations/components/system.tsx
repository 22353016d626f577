import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, MapPin, RefreshCw, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { PlacesCredit } from '#features/coaches/components/places-credit.tsx'
import { readProblem } from '#platform/api-problem.ts'
import { formatCount } from '#platform/money.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx'
import { toast } from '#ui/toast.tsx'
import { operationsClient } from '../client.ts'
import type { DemoData } from '../schema.ts'
import { Vendors } from './vendors.tsx'

/** Vendors, demo data and maintenance of the platform. */
export function System() {
  const queryClient = useQueryClient()
  const { busy, attempt } = useAttempt()
  return (
    <div className="grid grid-cols-1 gap-10">
      <Vendors />
      <div className="grid max-w-2xl gap-5">
        <section className="flex flex-wrap items-center justify-between gap-4 rounded-card border bg-surface-raised p-5">
          <div>
            <h2 className="font-semibold">Refresh data</h2>
            <p className="text-sm text-muted">Reloads every figure and list on these pages.</p>
          </div>
          <Button
            loading={busy}
            onClick={() =>
              void attempt(async () => {
                await queryClient.invalidateQueries({}, { throwOnError: true }).then(
                  () => toast.success('Data refreshed'),
                  () => toast.error('Failed to load admin data'),
                )
              })
            }
          >
            <RefreshCw aria-hidden />
            Refresh data
          </Button>
        </section>
        <Backups />
        <DemoAccounts />
        <Geocoding />
        <Alert tone="info" title="Admin users can only be created manually in the database">
          You cannot sign up as an admin. The first admin is added on the server with{' '}
          <code>greenside admin grant</code>. After that, an admin can give the role to another person with a
          confirmed address, or remove it, on that person’s page under Users.
        </Alert>
      </div>
    </div>
  )
}

/** Absent where this server cannot read the backups. */
function Backups() {
  const { data } = useQuery(operationsClient.restoreTest.queryOptions({ staleTime: 0 }))
  if (!data) return null
  return (
    <Alert tone={data.isFine ? 'success' : 'warning'} title="Backups">
      {data.words}
    </Alert>
  )
}

function Geocoding() {
  const { busy, attempt } = useAttempt()
  return (
    <section className="flex flex-wrap items-center justify-between gap-4 rounded-card border bg-surface-raised p-5">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-semibold">Geocode teaching locations</h2>
        <p className="text-sm text-muted">
          Looks up the coordinates of new and changed addresses if a geocoding service is set up. Places
          without coordinates are put at the center of their ZIP code or town. Other places do not change.
        </p>
        <PlacesCredit className="mt-1" />
      </div>
      <Button
        loading={busy}
        onClick={() =>
          void attempt(async () => {
            try {
              const { successful, failed } = await operationsClient.geocode.call()
              toast.success(
                'Locations geocoded',
                `${formatCount(successful)} successful, ${formatCount(failed)} failed`,
              )
            } catch (error) {
              toast.error('Failed to geocode locations', readProblem(error).message ?? undefined)
            }
          })
        }
      >
        <MapPin aria-hidden />
        Geocode locations
      </Button>
    </section>
  )
}

function DemoAccounts() {
  const queryClient = useQueryClient()
  const { busy, attempt } = useAttempt()
  const [made, setMade] = useState<DemoData | null>(null)
  const { data: allowed } = useQuery(operationsClient.demoDataState.queryOptions({ staleTime: 0 }))
  const reason = made ? undefined : allowed?.reason
  return (
    <section className="grid gap-5 rounded-card border bg-surface-raised p-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-semibold">Create enterprise demo data</h2>
          <p className="text-sm text-muted">
            Creates 10 demo instructors and 20 demo students. It can be used once.
          </p>
          {reason ? (
            <p id="no-demo-data" className="mt-1 text-sm font-medium">
              {reason}
            </p>
          ) : null}
        </div>
        <Button
          loading={busy}
          disabled={made !== null || !allowed || allowed.reason !== null}
          aria-describedby={reason ? 'no-demo-data' : undefined}
          onClick={() =>
            void attempt(async () => {
              try {
                const data = await operationsClient.createDemoData.call()
                setMade(data)
                toast.success(
                  'Demo data created',
                  `${formatCount(data.instructors)} instructors, ${formatCount(data.students)} students`,
                )
                void queryClient.invalidateQueries()
              } catch (error) {
                toast.error('Failed to create demo data', readProblem(error).message ?? undefined)
              }
            })
          }
        >
          <UserPlus aria-hidden />
          Create demo data
        </Button>
      </div>
      {made ? <DemoCredentials credentials={made.credentials} /> : null}
    </section>
  )
}

/** Shown until the page is left, and never again. */
function DemoCredentials({ credentials }: Pick<DemoData, 'credentials'>) {
  const list = credentials.map(({ email, password }) => `${email} ${password}`).join('\n')
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64 text-sm" role="status">
          Copy these passwords now: they are shown only until you leave this page.
        </p>
        <Button
          onClick={() =>
            void navigator.clipboard.writeText(list).then(
              () => toast.success('Copied', 'Paste them into your password manager.'),
              () => toast.error('Could not copy the passwords', 'Please write them down.'),
            )
          }
        >
          <Copy aria-hidden />
          Copy
        </Button>
      </div>
      <Table label="Demo accounts">
        <TableHead>
          <TableRow>
            <TableHeader>
              Email<span className="sm:hidden"> and password</span>
            </TableHeader>
            <TableHeader className="max-sm:hidden">Password</TableHeader>
            <TableHeader>Role</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {credentials.map(({ email, password, role }) => (
            <TableRow key={email}>
              <TableCell className="break-all">
                {email}
                <code className="block sm:hidden">{password}</code>
              </TableCell>
              <TableCell className="max-sm:hidden">
                <code>{password}</code>
              </TableCell>
              <TableCell>{role === 'coach' ? 'Coach' : 'Student'}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}
