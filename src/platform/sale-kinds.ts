/**
 * What is sold, by kind: how each kind is fulfilled, refunded and described. The feature that sells a kind adds it here by
 * declaration merging; `app/sale-kinds.ts` has the table.
 */
// biome-ignore lint/suspicious/noEmptyInterface: extended by declaration merging
export interface SaleKinds {}
