import type pg from 'pg'
export async function measureReads(url: string, pool: pg.Pool, only?: string): Promise<number> { console.log(url, only, pool.totalCount); return 0 }
