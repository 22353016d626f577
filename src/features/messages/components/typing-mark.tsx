/** The typing indicator, with a text for screen readers. Not a live region, because it changes too often. */
export function TypingMark({ name }: { name: string }) {
  return (
    <p className="flex animate-fade-in items-center gap-2.5 text-sm text-muted">
      <span
        aria-hidden
        className="flex h-8 items-center gap-1 rounded-card rounded-bl-sm border bg-surface-raised px-3"
      >
        <span className="size-1.5 animate-breathe rounded-full bg-muted" />
        <span className="size-1.5 animate-breathe rounded-full bg-muted [animation-delay:200ms]" />
        <span className="size-1.5 animate-breathe rounded-full bg-muted [animation-delay:400ms]" />
      </span>
      <span>
        <bdi>{name}</bdi> is typing…
      </span>
    </p>
  )
}
