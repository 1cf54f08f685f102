// Layout of this folder: every `*.test.ts` here, at any depth, is run by `test/run-faults.mjs`, whole by `npm run
// test:faults` and shortened by `npm test`. What the files share is in `test/support/faults/run.ts`: `isWhole`, `seed`,
// `secrets` to be used as token and password, and `evidence`, the folder into which everything is written that the last
// file, `zz-leaks.test.ts`, searches for them.
import { type FaultCase, runCase } from '../support/faults/faultCase';
import { runTogether } from '../support/faults/pool';
import { printTable } from '../support/faults/table';
import { connectionCases } from './cases/connection';
import { contentCases } from './cases/content';
import { lengthCases } from './cases/length';
import { statusCases } from './cases/status';

const cases = [...connectionCases(), ...lengthCases(), ...statusCases(), ...contentCases()];

describe('An export from a server that writes what it likes', () => {
	let results: ReturnType<typeof runTogether<Awaited<ReturnType<typeof runCase>>>>;

	before(() => {
		results = runTogether(
			cases.map((fault) => () => runCase(fault)),
			8,
		);
	});
	after(async () => {
		const settled = await Promise.allSettled(results);
		const rows = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value.row] : []));
		printTable('Raw server', rows);
	});

	for (const [index, { name, expected }] of cases.entries()) {
		it(`${name}: ${promise(expected)}`, async () => {
			const { failure } = (await results[index]) ?? {};
			if (failure) {
				throw failure;
			}
		});
	}
});

function promise(expected: FaultCase['expected']): string {
	switch (expected) {
		case 'records':
			return 'every record';
		case 'doubt':
			return 'told to be in doubt';
		default:
			return 'told, and nothing looks finished';
	}
}
