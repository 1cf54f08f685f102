import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Runs every program once in each round, so that what else the machine does falls on all of them alike.
 * @param programs by name: `[path, ...arguments]`; it prints one line of JSON whose members are numbers
 * @returns {Promise<Map<string, Map<string, number>>>} medians by program and by name of the number
 */
export async function measure(programs, rounds, peers) {
	const found = new Map(Object.keys(programs).map((name) => [name, new Map()]));
	for (let round = 0; round < rounds; round++) {
		for (const [name, [path, ...args]] of Object.entries(programs)) {
			const { stdout } = await run(process.execPath, [path, ...args], {
				env: { ...process.env, BENCH_PEERS: peers },
				maxBuffer: 64 * 1024 * 1024,
			});
			for (const [key, number] of Object.entries(JSON.parse(stdout))) {
				found.get(name).set(key, [...(found.get(name).get(key) ?? []), number]);
			}
		}
	}
	return new Map(
		[...found].map(([name, numbers]) => [name, new Map([...numbers].map(([key, all]) => [key, median(all)]))]),
	);
}

function median(numbers) {
	const sorted = numbers.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
