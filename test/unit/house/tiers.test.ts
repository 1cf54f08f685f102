import assert from 'node:assert/strict';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Counts, Outcome, Print, Tier } from '../../../scripts/tiers.mjs';

type RunTiers = (rows: readonly (readonly Tier[])[], width: number, print: Print) => Promise<Outcome[]>;

describe('test tiers', () => {
	let runTiers: RunTiers;
	let lines: string[];
	let running: number;
	let most: number;

	before(async () => {
		({ runTiers } = await import(pathToFileURL(path.resolve('scripts', 'tiers.mjs')).href));
	});

	beforeEach(() => {
		lines = [];
		running = 0;
		most = 0;
	});

	const print = (text: string): void => void lines.push(...text.split('\n').filter(Boolean));

	function tier(title: string, said: number, counts: Counts = { passed: 1, failed: 0 }): Tier {
		const run = async (say: Print): Promise<Counts> => {
			most = Math.max(most, ++running);
			for (let line = 0; line < said; line++) {
				say(`${title} ${line}`);
				await pause(1);
			}
			running--;
			return counts;
		};
		return { title, run };
	}

	it('runs a limited number of test tiers in parallel, and keeps the output of each tier together', async () => {
		const outcomes = await runTiers([[tier('a', 9)], [tier('b', 2), tier('c', 2)], [tier('d', 1)]], 2, print);
		assert.equal(most, 2);
		assert.deepEqual(
			outcomes.map(({ title }) => title),
			['a', 'b', 'c', 'd'],
		);
		for (const [title, said] of [
			['a', 9],
			['b', 2],
			['c', 2],
			['d', 1],
		] as const) {
			assert.ok(lines.indexOf(`... ${title}`) < lines.indexOf(`=== ${title}`));
			const from = lines.indexOf(`=== ${title}`) + 1;
			assert.deepEqual(
				lines.slice(from, from + said),
				Array.from({ length: said }, (_, line) => `${title} ${line}`),
			);
		}
	});

	it('runs the test tiers of a list one after the other', async () => {
		await runTiers([[tier('a', 3), tier('b', 3)]], 2, print);
		assert.equal(most, 1);
	});

	it('assigns different slot numbers to test tiers that run in parallel', async () => {
		const slots = new Set<number>();
		const waiting: Tier = {
			title: 'waiting',
			run: async (_, slot) => {
				slots.add(slot);
				await pause(1);
				return { passed: 1, failed: 0 };
			},
		};
		await runTiers([[waiting], [waiting]], 2, print);
		assert.deepEqual([...slots], [0, 1]);
	});

	it('uses only the cores that the process may use', async () => {
		const { allowedCores } = await import(pathToFileURL(path.resolve('test', 'support', 'vscode', 'cores.mjs')).href);
		assert.deepEqual(allowedCores('Cpus_allowed:\t2d\nCpus_allowed_list:\t0,2-3,5\n'), [0, 2, 3, 5]);
	});

	it('lists the tests that were retried', async () => {
		const wavering: Tier = {
			title: 'wavering',
			run: async (say) => {
				say('  ↻ does it: not yet');
				say('  ↻ does it: still not');
				say('  ✔ does it');
				return { passed: 1, failed: 0 };
			},
		};
		const [outcome] = await runTiers([[wavering]], 1, print);
		assert.deepEqual(outcome?.retried, ['wavering: ↻ does it: not yet']);
		assert.deepEqual(outcome?.failures, []);
	});

	it('lists the skipped tests with their reasons', async () => {
		const skipping: Tier = {
			title: 'skipping',
			run: async (say) => {
				say('  - does it (skipped: Git is required.)');
				say('  - a line of output');
				return { passed: 1, failed: 0 };
			},
		};
		const [outcome] = await runTiers([[skipping]], 1, print);
		assert.deepEqual(outcome?.skipped, ['skipping: - does it (skipped: Git is required.)']);
	});

	it('continues with the other test tiers if one fails, throws or runs no tests', async () => {
		const thrown: Tier = { title: 'thrown', run: () => Promise.reject(new Error('not there')) };
		const failed: Tier = {
			title: 'failed',
			run: async (say) => {
				say('  ✖ does it');
				return { passed: 2, failed: 1 };
			},
		};
		const outcomes = await runTiers([[thrown], [failed], [tier('none', 0, { passed: 0, failed: 0 })]], 1, print);
		assert.deepEqual(
			outcomes.map(({ passed, failed, failures }) => ({ passed, failed, failures })),
			[
				{ passed: 0, failed: 1, failures: [] },
				{ passed: 2, failed: 1, failures: ['failed: ✖ does it'] },
				{ passed: 0, failed: 1, failures: [] },
			],
		);
		assert.ok(lines.includes('not there'));
		assert.ok(lines.includes('No test ran.'));
	});
});
