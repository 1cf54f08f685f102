/** @typedef {import('../test/support/vscode/suite.mjs').Counts} Counts */
/** @typedef {(line: string) => void} Print */
/**
 * @typedef {object} Tier
 * @property {string} title
 * @property {(print: Print, slot: number) => Promise<Counts>} run Concurrent tiers have different slots, from 0.
 */
/** @typedef {Counts & { title: string, seconds: number, failures: string[], retried: string[], skipped: string[] }} Outcome */

/**
 * Runs tiers in parallel and continues after failures. A tier's output is printed when the tier ends.
 * @param {readonly (readonly Tier[])[]} rows Lists of tiers that run one after the other.
 * @param {number} width Maximum number of concurrent tiers.
 * @param {Print} [print]
 * @returns {Promise<Outcome[]>} Outcomes in the order of the tiers.
 */
export async function runTiers(rows, width, print = console.log) {
	/** @type {Map<Tier, Outcome>} */
	const outcomes = new Map();
	const waiting = rows.values();
	const worker = async (/** @type {unknown} */ _, /** @type {number} */ slot) => {
		for (const row of waiting) {
			for (const tier of row) outcomes.set(tier, await runTier(tier, slot, print));
		}
	};
	await Promise.all(Array.from({ length: width }, worker));
	return rows.flat().flatMap((tier) => outcomes.get(tier) ?? []);
}

/** @param {Tier} tier @param {number} slot @param {Print} print @returns {Promise<Outcome>} */
async function runTier({ title, run }, slot, print) {
	/** @type {string[]} */
	const lines = [];
	const tell = () => print([`\n=== ${title}`, ...lines].join('\n'));
	print(`... ${title}`);
	const started = performance.now();
	process.once('exit', tell);
	const counts = await run((line) => lines.push(line), slot).catch((error) => {
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
	return {
		...counts,
		title,
		seconds,
		failures: marked('✖ '),
		skipped: marked('- ').filter((line) => line.includes('(skipped: ')),
		retried: retriedIn(lines).map((line) => `${title}: ${line}`),
	};
}

/** @param {readonly string[]} lines */
function retriedIn(lines) {
	const marked = lines.map((line) => line.trim()).filter((line) => /^[✔✖↻] /.test(line));
	return marked.filter((line, index) => line.startsWith('↻ ') && !marked[index - 1]?.startsWith('↻ '));
}
