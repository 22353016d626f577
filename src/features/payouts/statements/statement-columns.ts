/** The columns of a statement. In a separate file, because the addresses of pages, which every page loads, name them. */
export const statementColumns = ['gross', 'fees', 'refunds', 'net', 'payouts', 'direct'] as const
export type StatementColumn = (typeof statementColumns)[number]
