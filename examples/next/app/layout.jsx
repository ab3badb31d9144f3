import Link from 'next/link'
import { Suspense } from 'react'

export const metadata = { title: 'Lectern and Next.js' }

const style = `
body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1.05rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
img, video, iframe { max-width: 100%; height: auto }
pre, table { display: block; overflow-x: auto }`

export default function Layout({ children }) {
  return (
    <html lang="en">
      <head>
        <style>{style}</style>
      </head>
      <body>
        <Link href="/">Lectern and Next.js</Link>
        <Suspense>{children}</Suspense>
      </body>
    </html>
  )
}
