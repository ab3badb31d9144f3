// Escapes text for HTML of the gateway's own pages, in elements and in quoted attributes.
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
