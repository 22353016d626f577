import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import type { Auth, OpenedSession } from './auth.ts'
import { isApiError } from './auth-errors.ts'
import { withoutCookie } from './cookies.ts'
import { AppError } from './errors.ts'

/** The answer of a device to a challenge (WebAuthn, in JSON). */
export interface PasskeyAnswer {
  id: string
  rawId: string
  type: 'public-key'
  clientExtensionResults: Record<string, unknown>
}

export interface NewPasskeyAnswer extends PasskeyAnswer {
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] | undefined }
}

export interface SignInAnswer extends PasskeyAnswer {
  response: {
    clientDataJSON: string
    authenticatorData: string
    signature: string
    userHandle?: string | undefined
  }
}

/** A challenge for the browser, and the headers with the cookie that belongs to it. Valid for five minutes. */
export interface PasskeyChallenge {
  options: Record<string, unknown>
  headers: Headers
}

/** Keys in people's devices that sign them in, confirmed by finger, face or PIN (WebAuthn). */
export interface Passkeys {
  /** Begins to add one for the signed-in user. @throws AppError not_signed_in */
  beginAdding(headers: Headers): Promise<PasskeyChallenge>
  /**
   * Adds a passkey to the account of the signed-in user.
   * @returns its id
   * @throws AppError not_signed_in; passkey_not_accepted, also after five minutes
   */
  add(input: { answer: NewPasskeyAnswer; name: string }, headers: Headers): Promise<string>
  beginSignIn(headers: Headers): Promise<PasskeyChallenge>
  /**
   * Signs in with a new session. No code is asked for.
   * @throws AppError passkey_not_accepted, the same for an unknown passkey and a wrong answer
   */
  signIn(answer: SignInAnswer, headers: Headers): Promise<OpenedSession & { sessionId: string }>
}

/** @param sessionCookie the session cookie's name; ignored when signing in: this browser may hold another user's session */
export function createPasskeys(auth: Auth, sessionCookie: string): Passkeys {
  return {
    async beginAdding(headers) {
      const made = await translated(() =>
        auth.api.generatePasskeyRegistrationOptions({ headers, returnHeaders: true }),
      )
      return { options: { ...made.response }, headers: made.headers }
    },
    async add({ answer, name }, headers) {
      const added = await translated(() =>
        auth.api.verifyPasskeyRegistration({ body: { response: answer, name }, headers }),
      )
      return added.id
    },
    async beginSignIn(headers) {
      const made = await translated(() =>
        auth.api.generatePasskeyAuthenticationOptions({
          headers: withoutCookie(headers, sessionCookie),
          returnHeaders: true,
        }),
      )
      // The library would let the device decide.
      return { options: { ...made.response, userVerification: 'required' }, headers: made.headers }
    },
    async signIn(answer, headers) {
      const done = await translated(() =>
        auth.api.verifyPasskeyAuthentication({
          body: { response: answer as AuthenticationResponseJSON },
          headers: withoutCookie(headers, sessionCookie),
          returnHeaders: true,
        }),
      )
      const { session, user } = done.response
      return { userId: user.id, sessionId: session.id, headers: done.headers }
    },
  }
}

const refused = [
  'CHALLENGE_NOT_FOUND',
  'FAILED_TO_VERIFY_REGISTRATION',
  'YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY',
  'PASSKEY_NOT_FOUND',
  'AUTHENTICATION_FAILED',
]

async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (refused.some((code) => isApiError(error, code)))
      throw new AppError(
        'not_allowed',
        'passkey_not_accepted',
        'This passkey was not accepted. It may have been removed from the account, or you waited too long. Please try again.',
        { cause: error },
      )
    if (isApiError(error, 'UNAUTHORIZED'))
      throw new AppError('not_signed_in', 'not_signed_in', 'Please sign in first.')
    throw error
  }
}
