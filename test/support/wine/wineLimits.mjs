/**
 * Tests that fail in Wine although they pass on Windows or don't depend on the system. `file` and `title` are parts of
 * the path and of the full title.
 * @typedef {{ file: string, title?: string, reason: string }} WineLimit
 */

const noLinks = "Wine can't create symbolic links.";
const heldFiles = "Wine can't replace or delete a file that a process holds open.";
const noBuildTools = 'The test runs build tools, whose Windows programs are not installed.';

/** @type {readonly WineLimit[]} */
export const wineLimits = [
	{ file: 'unit/house/', reason: noBuildTools },
	{ file: 'engine/killedExport', reason: noBuildTools },
	{
		file: 'mapping/tools/runTool',
		title: 'kills a tool and its child processes',
		reason: "Wine's taskkill can't terminate child processes.",
	},
	{ file: 'cli/agents', title: 'directly from the engine', reason: heldFiles },
	{ file: 'core/export/library/', title: 'symbolic link', reason: noLinks },
	{ file: 'core/locks/openMarks', title: 'any path that refers to the same folder', reason: noLinks },
	{ file: 'core/records/changedFile', title: 'replaced by another file', reason: heldFiles },
	{ file: 'core/records/changedFile', title: 'gone after it was deleted', reason: heldFiles },
	{ file: 'core/records/changedFile', title: 'another file replaces it', reason: heldFiles },
	{ file: 'core/triage/hostileTriage', title: 'through a symbolic link', reason: noLinks },
];
