import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

interface Key {
  id: Buffer
  privateKey: KeyObject
  userHandle: string
  counter: number
}

/** Options for a new passkey, as far as the device reads them. */
interface NewKeyOptions {
  challenge: string
  user: { id: string }
}

/** What a device confirms when it answers. */
interface Answering {
  /** The user confirmed by finger, face or PIN. */
  isVerified?: boolean
  origin?: string
}

const [PRESENT, VERIFIED, WITH_KEY] = [0x01, 0x04, 0x40]
const hash = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64 = (data: Buffer) => data.toString('base64url')

/** A device with passkeys: https://www.w3.org/TR/webauthn-3/. It answers as a browser would, in JSON. */
export function createAuthenticator(site = 'http://greenside.test') {
  const keys: Key[] = []
  const rpId = new URL(site).hostname

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function head(counter: number, flags: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([hash(rpId), Buffer.from([flags]), count])
  }

  return {
    keys,
    /** Creates a passkey. @param options of the server's challenge */
    create(options: NewKeyOptions, { isVerified = true, origin = site }: Answering = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = randomBytes(32)
      keys.push({ id, privateKey, userHandle: options.user.id, counter: 0 })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const authData = Buffer.concat([
        head(0, PRESENT | WITH_KEY | (isVerified ? VERIFIED : 0)),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        cose,
      ])
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ])
      return {
        id: base64(id),
        rawId: base64(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64(clientData('webauthn.create', options.challenge, origin)),
          attestationObject: base64(attestation),
          transports: ['internal'],
        },
      }
    },
    /** Signs a challenge with the newest passkey, or another one. */
    sign(
      options: Pick<NewKeyOptions, 'challenge'>,
      { isVerified = true, origin = site }: Answering = {},
      key = keys.at(-1),
    ) {
      if (!key) throw new Error('this device has no passkey')
      const data = clientData('webauthn.get', options.challenge, origin)
      const authenticatorData = head(++key.counter, PRESENT | (isVerified ? VERIFIED : 0))
      return {
        id: base64(key.id),
        rawId: base64(key.id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64(data),
          authenticatorData: base64(authenticatorData),
          signature: base64(sign('sha256', Buffer.concat([authenticatorData, hash(data)]), key.privateKey)),
          userHandle: key.userHandle,
        },
      }
    },
  }
}
export type Authenticator = ReturnType<typeof createAuthenticator>
