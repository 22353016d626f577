import { randomUUID } from 'node:crypto'
import { forgetProcess, saveCircuit, saveVendorCalls } from '#features/operations/vendors.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import { type Database, isDatabaseDown } from '#platform/db.ts'
import type { Env } from '#platform/env.ts'
import type { Logger } from '#platform/log.ts'
import type { VendorName } from '#platform/vendor-names.ts'
import { createVendorWatch, type WatchedVendor } from '#platform/vendor-watch.ts'
import { createWriteBehind } from '#platform/write-behind.ts'
import { type AssistantPort, AssistantUnavailable, AssistantUnusable } from '#ports/assistant/assistant.ts'
import { CalendarError, type CalendarPort } from '#ports/calendar/calendar.ts'
import { type CrmPort, CrmUnavailable } from '#ports/crm/crm.ts'
import { type EmailPort, EmailRefused, EmailUnavailable } from '#ports/email/email.ts'
import type { FilesPort } from '#ports/files/files.ts'
import { type GeocodingPort, GeocodingUnavailable } from '#ports/geocoding/geocoding.ts'
import { PaymentRefused, type PaymentsPort, PaymentsUnavailable } from '#ports/payments/payments.ts'
import { type PushPort, PushRefused } from '#ports/push/push.ts'
import type { Vendor, Vendors } from '#ports/services.ts'
import { type SmsPort, SmsRefused, SmsUnavailable } from '#ports/sms/sms.ts'
import { type TravelPort, TravelUnavailable } from '#ports/travel/travel.ts'

interface Ports {
  payments: PaymentsPort
  email: EmailPort
  sms: SmsPort
  push: PushPort
  files: FilesPort
  calendar: CalendarPort
  crm: CrmPort
  assistant: AssistantPort
  travel: TravelPort
  geocoding: GeocodingPort
}

/** Which calls of each port go to its vendor, what of its errors is an answer, and what callers know as "it is away". */
export const watched: { [Name in VendorName]: Omit<WatchedVendor<Ports[Name]>, 'name'> } = {
  payments: {
    calls: [
      'createAccount',
      'accountLink',
      'findAccount',
      'transfer',
      'reverseTransfer',
      'startCheckout',
      'expireCheckout',
      'findCheckout',
      'findCard',
      'refund',
      'listRefunds',
    ],
    isAnswer: (error) => error instanceof PaymentRefused,
    resting: (cause) => new PaymentsUnavailable(cause),
  },
  email: {
    calls: ['send'],
    isAnswer: (error) => error instanceof EmailRefused,
    resting: (cause) => new EmailUnavailable(cause),
  },
  sms: {
    calls: ['send'],
    isAnswer: (error) => error instanceof SmsRefused,
    resting: (cause) => new SmsUnavailable(cause),
  },
  // Every maker of a browser has a service of its own: one that is away says nothing about the others.
  push: { calls: ['send'], isAnswer: (error) => error instanceof PushRefused },
  files: { calls: ['put', 'open', 'removeFolder'], resting: (cause) => cause },
  calendar: {
    calls: ['exchange', 'refresh', 'revoke', 'listCalendars', 'busyTimes', 'putEvent', 'removeEvent'],
    isAnswer: (error) => error instanceof CalendarError && error.fault !== 'unavailable',
    resting: (cause) => new CalendarError('unavailable', cause),
  },
  crm: { calls: ['upsert', 'unsubscribe'], resting: (cause) => new CrmUnavailable(cause) },
  assistant: {
    calls: ['answer'],
    isSingle: (error) => error instanceof AssistantUnusable,
    resting: (cause) => new AssistantUnavailable(cause),
  },
  travel: { calls: ['driveMinutes'], resting: (cause) => new TravelUnavailable(cause) },
  geocoding: { calls: ['locate'], resting: (cause) => new GeocodingUnavailable(cause) },
}

/** Names that ports have for what stands in for a vendor. */
const standIns = ['local', 'rules', 'estimate', 'zip-codes', 'folder']

/** Calls that wait to be written, for two seconds; more than this many in a minute without a database are not counted. */
const [WAIT_MS, BATCH, WAITING, KEEP_MS] = [2_000, 500, 20_000, 60_000]

/** Watches every vendor of this process, and writes down how it does. */
export function watchVendors({ db, clock, log, env }: { db: Database; clock: Clock; log: Logger; env: Env }) {
  const processId = randomUUID()
  const list: Vendor[] = []
  const calls = createWriteBehind({
    batchSize: BATCH,
    waitMs: WAIT_MS,
    capacity: WAITING,
    keepMs: KEEP_MS,
    write: (rows: Parameters<typeof saveVendorCalls>[1]) => saveVendorCalls(db, rows),
    isPassing: isDatabaseDown,
    onTrouble: (err, counts) => log.warn({ err, ...counts }, 'vendors: calls could not be counted'),
  })
  /** In the order in which it happened. */
  let said = Promise.resolve()
  const watch = createVendorWatch({
    clock,
    restClock: systemClock,
    restMs: env.VENDOR_REST_SECONDS * 1_000,
    calls,
    onChange: ({ name, state, failures, lastError }) =>
      log[state === 'open' ? 'error' : 'info']({ vendor: name, state, failures, lastError }, 'vendor health'),
    noteCircuit(vendor, openSince) {
      const save = () => saveCircuit(db, { vendor, processId }, openSince, clock.now())
      const warn = (err: unknown) => log.warn({ err, vendor }, 'vendor health could not be written')
      said = said.then(save).catch(warn)
    },
  })
  /**
   * The port, watched; null where nobody is set up.
   * @param provider the port's name for who it is; stand-ins of ours need no rest
   */
  function watchOne<Name extends VendorName, Port extends Ports[Name] | null>(
    name: Name,
    port: Port,
    provider: string,
  ): Port {
    if (port === null) {
      list.push({ name, provider: null, isReal: false, hasCircuit: false })
      return port
    }
    const { resting, ...vendor } = watched[name]
    const isReal = !standIns.includes(provider)
    const hasCircuit = isReal && resting !== undefined
    list.push({ name, provider, isReal, hasCircuit })
    return watch.watch(port, { ...vendor, name, ...(hasCircuit ? { resting } : {}) })
  }
  const vendors: Vendors = { list, flush: watch.flush }
  return {
    vendors,
    watchOne,
    async close() {
      await watch.close()
      await said
      await forgetProcess(db, processId).catch(() => undefined)
    },
  }
}
