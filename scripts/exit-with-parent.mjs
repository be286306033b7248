// Loaded into a process that a script starts (node --import): when the script is killed the hard way, its channel
// closes, and the process ends as well instead of keeping the port or the build folder.
// Only the process itself: its own workers close their channels in the ordinary course of things.
if (process.env.FAILPATH_PARENT === String(process.ppid)) {
  delete process.env.FAILPATH_PARENT;
  process.on('disconnect', () => process.exit(1));
  // Listening must not keep a program alive that has done its work.
  process.channel?.unref();
}
