import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { contextFor } from '@/app/_server/context';
import { getOwnerGroup } from '@/lib/owners/queries';
import { DeleteGroup } from '../_components/delete-group';
import { GroupForm } from '../_components/group-form';
import { GroupPage } from '../_components/group-page';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const group = await getOwnerGroup(await contextFor('read'), (await params).id);
  return { title: group?.name };
}

export default async function EditGroupPage({ params }: Props) {
  const ctx = await contextFor('group.edit');
  const group = await getOwnerGroup(ctx, (await params).id);
  if (!group) notFound();
  const { id, slug, name, members, uses } = group;
  return (
    <GroupPage title={name}>
      <GroupForm id={id} initial={{ slug, name, members: [...members] }} uses={uses} />
      <DeleteGroup id={id} name={name} uses={uses} />
    </GroupPage>
  );
}
