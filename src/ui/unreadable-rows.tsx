/** Lines of a file that could not be used, with the reasons. */
export function UnreadableRows({ rows }: { rows: readonly { line: number; why: string }[] }) {
  return (
    <ul className="text-sm text-muted">
      {rows.map(({ line, why }) => (
        <li key={line}>
          <span className="tabular">{`Line ${line}: `}</span>
          <bdi>{why}</bdi>
        </li>
      ))}
    </ul>
  )
}
