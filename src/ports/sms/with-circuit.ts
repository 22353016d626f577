import { type Circuit, CircuitOpen } from '#platform/circuit.ts'
import { type SmsPort, SmsRefused, SmsUnavailable } from './sms.ts'

/** A text that is turned down says nothing about the provider; everything else does. */
export const isSmsTrouble = (error: unknown) => !(error instanceof SmsRefused)

/** The same provider, left alone for a while after it failed several times in a row. */
export function smsWithCircuit(sms: SmsPort, circuit: Circuit): SmsPort {
  return {
    name: sms.name,
    readInbound: sms.readInbound,
    async send(message) {
      try {
        return await circuit.run(() => sms.send(message))
      } catch (error) {
        throw error instanceof CircuitOpen ? new SmsUnavailable(error) : error
      }
    },
  }
}
