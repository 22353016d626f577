/**
 * Lines of a file that could not be used, with the reasons.
 * @param props.count the number of these lines, when `rows` may be only the first of them
 */
export function UnreadableRows({
  rows,
  count = rows.length,
}: {
  rows: readonly { line: number; why: string }[]
  count?: number
}) {
  const more = count - rows.length
  return (
    <ul className="text-sm text-muted">
      {rows.map(({ line, why }) => (
        <li key={line}>
          <span className="tabular">{`Line ${line}: `}</span>
          <bdi>{why}</bdi>
        </li>
      ))}
      {more > 0 ? <li>{more === 1 ? 'and 1 more line' : `and ${more} more lines`}</li> : null}
    </ul>
  )
}
