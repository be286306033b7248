import { problem } from '@/app/_server/route';

/** Whatever is no address of the interface: a program gets a problem, not a page. */
function nothing(): Response {
  return problem('not_found');
}

export const GET = nothing;
export const POST = nothing;
export const PUT = nothing;
export const PATCH = nothing;
export const DELETE = nothing;
