// Main module of each measured extension. It measures the processor time in which the extension's own code is loaded
// and activated, and excludes all other code in the extension host.
const { join } = require('node:path');

const beforeLoading = process.cpuUsage();
const extension = require(join(__dirname, 'dist', 'extension.js'));
const loadMs = millisecondsSince(beforeLoading);

exports.activate = (/** @type {unknown} */ context) => {
	const beforeActivation = process.cpuUsage();
	extension.activate(context);
	return { ownMs: loadMs + millisecondsSince(beforeActivation) };
};

/** @param {NodeJS.CpuUsage} before */
function millisecondsSince(before) {
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}
