import { Suspense } from 'react'

export const metadata = { title: 'Lectern and Next.js' }

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body style={{ maxWidth: '42rem', margin: '2rem auto', font: '1.05rem/1.6 system-ui, sans-serif' }}>
        <Suspense>{children}</Suspense>
      </body>
    </html>
  )
}
