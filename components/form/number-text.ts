/** A clean number becomes one; anything else stays as typed, and the error says so. */
export function numberOrText(text: string): number | string {
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}
