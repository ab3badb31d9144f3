// The statuses of content.

/** The statuses that `any` stands for. */
export const lasting = ['publish', 'future', 'draft', 'pending', 'private'] as const

/** Statuses that are not shown. */
export const internal = [
  'auto-draft',
  'inherit',
  'request-pending',
  'request-confirmed',
  'request-failed',
  'request-completed',
] as const

/** All statuses that a request may name. */
export const statusNames = [...lasting, 'trash', ...internal]
