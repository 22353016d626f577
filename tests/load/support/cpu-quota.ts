import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = '/sys/fs/cgroup'
const PERIOD_MICROSECONDS = 20_000

/**
 * Limits the processor time of a process, like a small machine or a container. Needs root and a writable control group
 * of Linux (version 1 or 2).
 * @param cores such as 0.5
 * @returns removes the limit; call it after the process has ended
 */
export function limitCpu(pid: number, cores: number): () => void {
  const isSecond = existsSync(join(ROOT, 'cgroup.controllers'))
  const group = join(ROOT, isSecond ? '' : 'cpu', `greenside-drill-${pid}`)
  const quota = Math.round(cores * PERIOD_MICROSECONDS)
  mkdirSync(group)
  if (isSecond) writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD_MICROSECONDS}`)
  else {
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_MICROSECONDS))
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota))
  }
  writeFileSync(join(group, 'cgroup.procs'), String(pid))
  return () => rmdirSync(group)
}
