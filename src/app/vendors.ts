import { randomUUID } from 'node:crypto'
import { removeProcess, saveCircuit, saveVendorCalls } from '#features/operations/vendors.ts'
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
import { type IdentityPort, IdentityRefused } from '#ports/identity/identity.ts'
import { PaymentRefused, type PaymentsPort, PaymentsUnavailable } from '#ports/payments/payments.ts'
import { type PushPort, PushRefused } from '#ports/push/push.ts'
import type { Vendor, Vendors } from '#ports/services.ts'
import { type SmsPort, SmsRefused, SmsUnavailable } from '#ports/sms/sms.ts'
import { type TravelPort, TravelUnavailable } from '#ports/travel/travel.ts'
import { type WeatherPort, WeatherUnavailable } from '#ports/weather/weather.ts'

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
  weather: WeatherPort
  identity: IdentityPort
}

/**
 * For each port: the calls that reach its vendor, the errors that count as a response, and the error that callers get while the circuit is
 * open.
 */
export const watched: { [Name in VendorName]: Omit<WatchedVendor<Ports[Name]>, 'name'> } = {
  payments: {
    calls: [
      'createAccount',
      'accountLink',
      'findAccount',
      'transfer',
      'reverseTransfer',
      'createCustomer',
      'updateCustomer',
      'deleteCustomer',
      'listCards',
      'removeCard',
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
  // Each browser vendor runs its own push service, so an outage of one says nothing about the others.
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
  weather: { calls: ['hourly'], resting: (cause) => new WeatherUnavailable(cause) },
  // There may be two providers: an outage of one says nothing about the other.
  identity: {
    calls: ['signInUrl', 'readIdentity'],
    isAnswer: (error) => error instanceof IdentityRefused,
  },
}

/** The provider names of local substitutes. */
const standIns = ['local', 'rules', 'estimate', 'zip-codes', 'folder']

/**
 * Calls are batched for two seconds before they are written. Beyond this number, or after a minute without a database, they are dropped.
 */
const [WAIT_MS, BATCH, WAITING, KEEP_MS] = [2_000, 500, 20_000, 60_000]

/** Monitors all vendors of this process and stores their state. */
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
  /** Saves circuit changes one after another. */
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
   * Returns the monitored port; null if it is not configured.
   * @param provider the port's provider name; local substitutes have no circuit breaker
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
      await removeProcess(db, processId).catch(() => undefined)
    },
  }
}
