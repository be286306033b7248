/** A product that runs for the tests: each worker has one to itself, with a database of its own. */
export interface Product {
  readonly url: string;
  /** Null when it is somebody's own and its database is not known. */
  readonly databaseUrl: string | null;
  /** Where its channels may reach a receiver that a test starts on this machine, and where its mail goes. */
  readonly receiverPort: number;
  readonly mailPort: number;
  /** Its sample data can be put back as it was. */
  readonly sampleKept: boolean;
  /** Cookies of signed-in browsers, by the role of the example person. */
  readonly sessions: string;
}

/** How many products, and workers, there are: one when `FAILPATH_E2E_URL` names the one to use. */
export const PRODUCTS = process.env.FAILPATH_E2E_URL ? 1 : 2;

/** Told by the set-up to the workers, which are processes of their own. */
export function announceProducts(products: readonly Product[]): void {
  process.env.FAILPATH_E2E_PRODUCTS = JSON.stringify(products);
}

/** The product of this worker. */
export function product(): Product {
  const all: Product[] = JSON.parse(process.env.FAILPATH_E2E_PRODUCTS ?? '[]');
  const own = all[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
  if (own === undefined) throw new Error('No product is running.');
  return own;
}
