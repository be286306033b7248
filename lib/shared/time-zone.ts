/** True for a time zone that dates can be shown in: an IANA name, or an offset such as `+08:00`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** True for the IANA name of a time zone, such as `Asia/Shanghai`: it knows summer time, which an offset does not. */
export function isTimeZoneName(name: string): boolean {
  return !/^[+-]/.test(name) && isTimeZone(name);
}
