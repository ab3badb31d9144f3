// Probes WordPress once by requesting its front page, as an anonymous visitor of the gateway would. Redirects are not followed,
// and only the status and Location of the response are read.
import { errorCode } from '../core/error-code.ts'
import type { ProbeResult } from '../core/probe-result.ts'
import { originServer } from './origin-server.ts'

export interface OriginProbeOptions {
  readonly url: URL
  /** The public address of the gateway, present or planned. */
  readonly publicUrl: URL
  readonly host: string
  readonly timeoutMs: number
}

export function askOrigin({ url, publicUrl, host, timeoutMs }: OriginProbeOptions): Promise<ProbeResult> {
  const { server, open } = originServer(url, host)
  return new Promise((resolve) => {
    const asked = open({
      ...server,
      agent: false,
      method: 'HEAD',
      path: '/',
      headers: {
        Host: host,
        'User-Agent': 'lectern check',
        'X-Forwarded-Proto': publicUrl.protocol.replace(':', ''),
        'X-Forwarded-Host': host,
      },
      signal: AbortSignal.timeout(timeoutMs),
    })
    asked.on('error', (error) => {
      const code = errorCode(error) || error.message
      resolve({
        kind: 'none',
        reason: error.name === 'AbortError' ? `it was silent for ${timeoutMs} ms` : code,
      })
    })
    asked.on('response', ({ statusCode = 0, headers }) => {
      const isLectern = String(headers['cache-status'] ?? '').startsWith('lectern;')
      resolve({ kind: 'answer', status: statusCode, location: headers.location ?? null, isLectern })
      asked.destroy()
    })
    asked.end()
  })
}
