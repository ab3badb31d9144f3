// The statuses of content.

/** The statuses that `any` stands for. */
export const lasting = ['publish', 'future', 'draft', 'pending', 'private'] as const

/** All statuses that a request may name. */
export const statusNames = [
  ...lasting,
  'trash',
  'auto-draft',
  'inherit',
  'request-pending',
  'request-confirmed',
  'request-failed',
  'request-completed',
]
