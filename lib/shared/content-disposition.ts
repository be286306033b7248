/**
 * `Content-Disposition` for a download under a name that came from outside (RFC 6266): a plain
 * ASCII name for old readers, and the exact one in the encoding of RFC 5987. Path separators and
 * control characters never leave.
 */
export function attachment(fileName: string): string {
  const safe = fileName.replace(/[\p{Cc}\p{Cs}/\\]/gu, '_') || 'download';
  const plain = safe.replace(/[^\x20-\x7e]/g, '_').replace(/["%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(safe)}`;
}

/** RFC 5987 allows less than what `encodeURIComponent` leaves alone. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
