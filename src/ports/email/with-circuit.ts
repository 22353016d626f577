import { type Circuit, CircuitOpen } from '#platform/circuit.ts'
import { type EmailPort, EmailRefused, EmailUnavailable } from './email.ts'

/** A mail that is turned down says nothing about the provider; everything else does. */
export const isEmailTrouble = (error: unknown) => !(error instanceof EmailRefused)

/** The same provider, left alone for a while after it failed several times in a row. */
export function emailWithCircuit(email: EmailPort, circuit: Circuit): EmailPort {
  return {
    name: email.name,
    async send(mail) {
      try {
        return await circuit.run(() => email.send(mail))
      } catch (error) {
        throw error instanceof CircuitOpen ? new EmailUnavailable(error) : error
      }
    },
  }
}
