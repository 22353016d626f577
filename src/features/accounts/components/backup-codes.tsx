import { Copy, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import { backupCodesFile } from '../second-factors/codes.ts'

export type BackupCodesProps = {
  codes: readonly string[]
  /** The account's address, for the downloaded file. */
  email: string
  onDone: () => Promise<void> | void
}

/** Backup codes for signing in without the phone, shown once. */
export function BackupCodes({ codes, email, onDone }: BackupCodesProps) {
  const [busy, setBusy] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const file = backupCodesFile(email, codes)

  async function copy() {
    await navigator.clipboard.writeText(file).then(
      () => toast.success('Copied', 'Save them in your password manager.'),
      () => toast.error('Could not copy them', 'Please download them, or write them down.'),
    )
  }

  return (
    <div className="flex flex-col gap-4">
      <div>
        <h3 ref={title} tabIndex={-1} className="text-lg outline-none">
          Keep these backup codes
        </h3>
        <p className="mt-1 text-[0.9375rem] text-muted">
          If you lose your phone, each code signs you in once. We show them only now.
        </p>
      </div>
      <ol
        aria-label="Backup codes"
        className="tabular grid grid-cols-2 gap-x-6 gap-y-2 rounded-control bg-surface-sunken p-4 font-medium"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={() => void copy()}>
          <Copy aria-hidden />
          Copy
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="backup-codes.txt"
          className={buttonClass()}
        >
          <Download aria-hidden />
          Download
        </a>
        <Button
          variant="brand"
          loading={busy}
          onClick={() => {
            setBusy(true)
            void Promise.resolve(onDone()).finally(() => setBusy(false))
          }}
        >
          I have saved them
        </Button>
      </div>
    </div>
  )
}
