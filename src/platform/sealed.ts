import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts values that must be read again, such as keys of other services: AES-256-GCM with a random nonce
 * for each text.
 */
export interface Sealer {
  /**
   * @param about what the text belongs to, such as an id: ciphertext moved to another row cannot be decrypted
   */
  seal(text: string, about: string): Buffer
  /** Returns the text; null unless it was encrypted with the same key, purpose and `about`. */
  open(sealed: Uint8Array, about: string): string | null
}

const NONCE = 12
const TAG = 16
const VERSION = 1

/** @param purpose text encrypted for one purpose cannot be decrypted for another */
export function createSealer(secret: string, purpose: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `sealed ${purpose}`, 32))
  return {
    seal(text, about) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), body])
    },
    open(sealed, about) {
      if (sealed.length < 1 + NONCE + TAG || sealed[0] !== VERSION) return null
      const nonce = sealed.subarray(1, 1 + NONCE)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG })
      decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(1 + NONCE, 1 + NONCE + TAG))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE + TAG)), decipher.final()]).toString(
          'utf8',
        )
      } catch {
        return null
      }
    },
  }
}
