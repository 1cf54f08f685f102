// `npm run test:faults` runs all cases in this folder; `npm test` runs a selection. All output is written to one
// folder, which the last file, `zz-leaks.test.ts`, searches for the token and passwords.
import { type FaultCase, runCase } from '../support/faults/faultCase';
import { runTogether } from '../support/faults/pool';
import { printTable } from '../support/faults/table';
import { connectionCases } from './cases/connection';
import { contentCases } from './cases/content';
import { lengthCases } from './cases/length';
import { statusCases } from './cases/status';

const cases = [...connectionCases(), ...lengthCases(), ...statusCases(), ...contentCases()];

describe('exports from a server that sends arbitrary bytes', () => {
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
		it(`${promise(expected)} for the raw response: ${name}`, async () => {
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
			return 'exports all records';
		case 'doubt':
			return 'reports doubts about the records';
		default:
			return 'reports an error and leaves no complete export';
	}
}
