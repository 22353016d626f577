import { ZipForm } from './zip-form.tsx'

/** A call to action at the end of an article. */
export function FindCoachBand({ title, text }: { title: string; text: string }) {
  return (
    <section className="theme-night bg-surface text-ink">
      <div className="wrap grid gap-x-16 gap-y-7 py-14 sm:py-20 lg:grid-cols-[1.1fr_1fr] lg:items-center">
        <div>
          <h2 className="max-w-[18ch] text-headline">{title}</h2>
          <p className="mt-4 max-w-[46ch] text-muted">{text}</p>
        </div>
        <ZipForm />
      </div>
    </section>
  )
}
