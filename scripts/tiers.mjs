/** @typedef {import('../test/support/vscode/suite.mjs').Counts} Counts */
/** @typedef {(line: string) => void} Print */
/** A part of what must pass. What it says is printed when it has ended. @typedef {{ title: string, run: (print: Print) => Promise<Counts> }} Tier */
/** @typedef {Counts & { title: string, seconds: number, failures: string[], retried: string[] }} Outcome */

/**
 * Runs tiers side by side. One that fails does not hide another. The lines of each stay together: one tells that it
 * begins, and the others come when it ends.
 *
 * @param {readonly (readonly Tier[])[]} rows tiers that run one behind the other; who is done takes the next row
 * @param {number} width how many tiers run at a time
 * @param {Print} [print]
 * @returns {Promise<Outcome[]>} in the order of the tiers
 */
export async function runTiers(rows, width, print = console.log) {
	/** @type {Map<Tier, Outcome>} */
	const outcomes = new Map();
	const waiting = rows.values();
	const worker = async () => {
		for (const row of waiting) {
			for (const tier of row) outcomes.set(tier, await runTier(tier, print));
		}
	};
	await Promise.all(Array.from({ length: width }, worker));
	return rows.flat().flatMap((tier) => outcomes.get(tier) ?? []);
}

/**
 * @param {Tier} tier
 * @param {Print} print
 * @returns {Promise<Outcome>}
 */
async function runTier({ title, run }, print) {
	/** @type {string[]} */
	const lines = [];
	const tell = () => print([`\n=== ${title}`, ...lines].join('\n'));
	print(`... ${title}`);
	const started = performance.now();
	// Of a run that is interrupted, what it was at is worth most.
	process.once('exit', tell);
	const counts = await run((line) => lines.push(line)).catch((error) => {
		lines.push(error.message);
		return { passed: 0, failed: 1 };
	});
	process.off('exit', tell);
	if (counts.passed + counts.failed === 0) {
		lines.push('No test ran.');
		counts.failed = 1;
	}
	tell();
	const marked = (/** @type {string} */ mark) =>
		lines.filter((line) => line.trimStart().startsWith(mark)).map((line) => `${title}: ${line.trim()}`);
	const seconds = (performance.now() - started) / 1000;
	return { ...counts, title, seconds, failures: marked('✖ '), retried: marked('↻ ') };
}
