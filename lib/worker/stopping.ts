declare global {
  var failpathStopping: boolean | undefined;
}

/** The process was asked to end. Global, since the parts of the web server are bundles that share nothing else. */
export function markStopping(): void {
  globalThis.failpathStopping = true;
}

/** Whether this process was asked to end: what balances load is to send nobody here any more. */
export function isStopping(): boolean {
  return globalThis.failpathStopping === true;
}
