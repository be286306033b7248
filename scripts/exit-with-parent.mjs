// Loaded into the processes that a script starts (node --import): when the script is killed the hard way, its
// channel closes, and the process ends as well instead of keeping the port or the build folder.
process.on('disconnect', () => process.exit(1));
// Listening must not keep a program alive that has done its work. Processes that it forks in turn (they inherit
// this import) have channels of their own, which are not ours to loosen.
if (`${process.ppid}` === process.env.FAILPATH_PARENT) process.channel?.unref();
