// The browser that pages are tested in: Debian's Chromium, where it is installed.
import { existsSync } from 'node:fs'
import type { Browser } from 'playwright-core'

/** The one without windows takes a fifth of the processor time to start. */
const paths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

const found = paths.find((path) => existsSync(path))

/** Why tests in a browser are skipped; false where there is one. */
export const lacksChromium = found === undefined && `there is no ${paths.join(' or ')}`

/** How long a page may take for anything that is waited for, ms. */
export const pagePatienceMs = 120_000

/** What drives it is loaded where there is one. */
export async function launchChromium(): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  return await chromium.launch({ executablePath: found ?? '', args: ['--no-sandbox'] })
}
