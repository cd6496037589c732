/** Longest name and label (RFC 1035 §2.3.4), in characters as written without the last dot. */
const maxLength = { name: 253, label: 63 }

/** Labels as hosts have them (RFC 1123 §2.1), and the underscore that some reverse zones use. */
const label = /^(?!-)[a-z0-9_-]+(?<!-)$/

/**
 * A name from a PTR record, lower-case and without the last dot; null for what is no host name. Whoever runs the reverse
 * zone writes what they like: escapes, control characters, letters that read backwards, another address. What cannot name
 * a host is no name.
 */
export function hostName(text: string): string | null {
  const name = text.toLowerCase().replace(/\.$/, '')
  if (name.length === 0 || name.length > maxLength.name) return null
  const labels = name.split('.')
  if (labels.length < 2) return null
  if (!labels.every((part) => part.length <= maxLength.label && label.test(part))) return null
  // "192.0.2.1" is an address, and no top level is a number (RFC 3696 §2).
  return /^\d+$/.test(labels.at(-1) ?? '') ? null : name
}
