/** Shows a passing message. What shows it is loaded with the first one. */
export async function notify(notification: { readonly message: string; readonly color: string }): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.show(notification);
}
