import { canonicalCve } from '#model/cve.ts'
import { SourceRefused } from '../../refused.ts'

/** @throws SourceRefused */
export function cveOf(text: string, where: string): string {
  const cve = canonicalCve(text)
  if (cve === null) throw new SourceRefused(`${where} has no CVE id where one was expected.`)
  return cve
}

/** A number between two bounds. @throws SourceRefused */
export function numberOf(text: string, where: string, low: number, high: number): number {
  const number = Number(text)
  if (text.trim() === '' || !(number >= low && number <= high))
    throw new SourceRefused(`${where}: expected a number from ${low} to ${high}.`)
  return number
}

/** "YYYY-MM-DD", or "" for an empty text. @throws SourceRefused for a day that does not exist */
export function dayOf(text: string, where: string): string {
  const day = text.trim().slice(0, 10)
  if (day === '') return ''
  const at = new Date(`${day}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day)
    throw new SourceRefused(`${where}: expected a day like 2026-01-31.`)
  return day
}

const zone = /(?:Z|GMT|UTC)$/i
/** Behind a time of day alone: "20-11-2026" ends in no zone. */
const offset = /(:\d\d(?:\.\d+)? ?[+-]\d\d):?(\d\d)?$/
/** The only form that the language reads as UTC without being told. */
const isoDay = /^\d{4}(?:-\d\d){0,2}$/

/**
 * Milliseconds of a day or an instant; NaN for what is neither. Who leaves the zone out means UTC, wherever the server stands: the
 * language would take "2026/11/20" for midnight there.
 */
export function utcOf(text: string): number {
  const trimmed = text.trim()
  if (zone.test(trimmed) || isoDay.test(trimmed)) return Date.parse(trimmed)
  const written = trimmed.replace(offset, (_, before: string, minutes = '00') => `${before}:${minutes}`)
  return Date.parse(offset.test(trimmed) ? written : `${trimmed}Z`)
}

/** ISO 8601 with seconds and Z; records leave the zone out and mean UTC. "" for what is no instant. */
export function instantOf(text: string | undefined): string {
  if (!text) return ''
  const at = new Date(utcOf(text))
  return Number.isNaN(at.getTime()) ? '' : `${at.toISOString().slice(0, 19)}Z`
}

/** Cut to what a page can bear; whatever is beyond is not worth storing. */
export const cut = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1)}…` : text

export const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')

/** Only addresses a browser may follow; anything else a source calls a reference is left out. */
export const isWebAddress = (text: string): boolean => {
  if (text.length > 2000) return false
  try {
    return ['http:', 'https:', 'ftp:'].includes(new URL(text).protocol)
  } catch {
    return false
  }
}

/** Without the keys whose value says nothing. */
export const known = <T extends object>(facts: T): T =>
  Object.fromEntries(
    Object.entries(facts).filter(
      ([, value]) => value !== '' && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  ) as T
