import { redirect } from 'next/navigation';

/** The list is the home. */
export default function Home() {
  redirect('/nodes');
}
